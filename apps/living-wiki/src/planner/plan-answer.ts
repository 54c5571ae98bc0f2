import { type Conversation, jsonOf } from "./conversation.ts";
import { meantTool, withoutToolWords } from "./match-tool.ts";
import { planCall, sayResult } from "./plan-call.ts";
import { pageLink, readPageOf } from "./plan-page.ts";
import type { PlanStep } from "./plan-step.ts";
import { summarise } from "./summarise.ts";

interface Hit {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Plain words: runs the tool that is clearly meant, else looks into the wiki. `list` says which pages there are,
 * `answer` also reads the best one and says what it has about the words.
 */
export function planAnswer(conversation: Conversation, text: string, how: "list" | "answer"): PlanStep {
  if (how === "answer") {
    const own = conversation.tools.filter(({ name }) => name !== "ask_user" && !name.startsWith("wiki__"));
    const meant = meantTool(text, own);
    if (meant !== undefined) return planCall(conversation, meant.name, withoutToolWords(text, meant.name));
  }
  if (text === "") return { say: "Say what to look for, or `/help`." };
  const [searched, read] = conversation.done;
  if (searched === undefined) return { call: { tool: "wiki__search", input: { query: text } } };
  if (searched.isError) return { say: sayResult(searched) };
  const hits = hitsOf(jsonOf(searched).hits);
  const [best, ...others] = hits;
  if (best === undefined)
    return {
      say: `No page and no tool speaks of “${text}”. \`/tools words\` looks among the tools, \`/help\` says more.`,
    };
  if (how === "list") return { say: hits.map((hit) => `- ${pageLink(hit)}: ${hit.text}`).join("\n") };
  if (read === undefined) return { call: { tool: "wiki__read", input: { page: best.path } } };
  const page = readPageOf(read);
  if (!("markdown" in page)) return page;
  const said = summarise(page.markdown, 3, text).join(" ");
  const more = others.length === 0 ? "" : `\n\nSee also ${others.slice(0, 3).map(pageLink).join(", ")}.`;
  return { say: `${said}\n\nFrom ${pageLink(page)}.${more}` };
}

function hitsOf(value: unknown): readonly Hit[] {
  return Array.isArray(value) ? (value as readonly Hit[]) : [];
}
