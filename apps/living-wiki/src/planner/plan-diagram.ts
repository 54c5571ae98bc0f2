import { findDrawioLinks } from "../diagram/drawio-link.ts";
import type { Conversation, DoneCall } from "./conversation.ts";
import { outlineDiagram } from "./outline-diagram.ts";
import { sayResult } from "./plan-call.ts";
import { pageLink, readPageOf, sayWritten, withSummary, writeCall } from "./plan-page.ts";
import type { PlanStep } from "./plan-step.ts";
import { summarise } from "./summarise.ts";

/** Draws a Mermaid text, or the outline of a page. Without draw.io the text itself is shown, which the page draws. */
export function planDiagram(
  conversation: Conversation,
  { page, mermaid }: { readonly page: string; readonly mermaid: string | undefined },
): PlanStep {
  const { done, tools } = conversation;
  const drawing = tools.find(({ name }) => name === conversation.drawingTool);
  const drawn = done.find(({ tool }) => tool === drawing?.name);
  if (drawn !== undefined)
    return drawn.isError
      ? { say: sayResult(drawn) }
      : {
          say: "The diagram is drawn. `/put` puts it on the page that you look at, `/put name` on another one.",
        };
  let source = mermaid;
  let about = "";
  if (source === undefined) {
    const [read] = done;
    if (read === undefined) return { call: { tool: "wiki__read", input: { page } } };
    const found = readPageOf(read);
    if (!("markdown" in found)) return found;
    source = outlineDiagram(found.title, found.markdown);
    about = ` of ${pageLink(found)}`;
  }
  if (drawing !== undefined)
    return { call: { tool: drawing.name, input: { [contentArgument(drawing.inputSchema)]: source } } };
  return {
    say: `Here is a diagram${about}. With draw.io it could be edited: the page of servers says how to enable it.\n\n\`\`\`mermaid\n${source}\n\`\`\``,
  };
}

/** Puts the last diagram or summary of the conversation on a page. */
export function planPut({ done: [read, written], earlier }: Conversation, page: string): PlanStep {
  if (read === undefined) return { call: { tool: "wiki__read", input: { page } } };
  const found = readPageOf(read);
  if (!("markdown" in found)) return found;
  if (written !== undefined) return { say: sayWritten(written, found) };
  const last = [...earlier].reverse().find((one) => drawingOf(one) !== undefined || isRead(one));
  const drawing = last === undefined ? undefined : drawingOf(last);
  if (drawing !== undefined) return { call: writeCall(found, `${found.markdown.trimEnd()}\n\n${drawing}\n`) };
  const source = last === undefined || typeof last === "string" ? found : readPageOf(last);
  if (!("markdown" in source)) return source;
  return { call: writeCall(found, withSummary(found.markdown, summarise(source.markdown))) };
}

function isRead(one: DoneCall | string): boolean {
  return typeof one !== "string" && one.tool === "wiki__read" && !one.isError;
}

/** What of a call or an answer can be put on a page as a diagram: a link to draw.io, or a Mermaid block. */
function drawingOf(one: DoneCall | string): string | undefined {
  if (typeof one === "string") return /```mermaid\n[\s\S]*?\n```/.exec(one)?.[0];
  const [link] = one.isError || one.tool === "wiki__read" ? [] : findDrawioLinks(one.text);
  return link === undefined ? undefined : `[Diagram](${link})`;
}

/** The argument that takes the diagram's text: by its usual names, else the first one that is required. */
function contentArgument(schema: object): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const usual = ["content", "mermaid", "diagram", "source", "text"].find((name) =>
    Object.hasOwn(properties, name),
  );
  return usual ?? required[0] ?? "content";
}
