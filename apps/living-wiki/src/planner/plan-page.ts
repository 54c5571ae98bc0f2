import { type Conversation, type DoneCall, jsonOf } from "./conversation.ts";
import { sayResult } from "./plan-call.ts";
import type { PlanStep } from "./plan-step.ts";
import { summarise } from "./summarise.ts";

/** A page as the tool that reads it answers. */
export interface ReadPage {
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
  readonly digest: string;
}

/** The page of a call that read one, or what to say where it did not. */
export function readPageOf(call: DoneCall): ReadPage | PlanStep {
  const { path, title, markdown, digest } = jsonOf(call);
  return typeof path === "string" && typeof markdown === "string"
    ? { path, title: String(title), markdown, digest: String(digest) }
    : { say: sayResult(call) };
}

/** A link to a page of the wiki, in Markdown. */
export function pageLink({ path, title }: Pick<ReadPage, "path" | "title">): string {
  return `[${title.replaceAll(/[[\]]/g, "")}](${encodeURI(path).replaceAll(/[()]/g, encodeURIComponent)})`;
}

/** Reads a page and shows it. */
export function planRead({ done: [read] }: Conversation, page: string): PlanStep {
  if (read === undefined) return { call: { tool: "wiki__read", input: { page } } };
  const found = readPageOf(read);
  return "markdown" in found ? { say: `From ${pageLink(found)}:\n\n${found.markdown}` } : found;
}

/** Reads a page and sums it up; then writes the summary on it, where that was asked for. */
export function planSummary(
  { done: [read, written] }: Conversation,
  { page, write }: { readonly page: string; readonly write: boolean },
): PlanStep {
  if (read === undefined) return { call: { tool: "wiki__read", input: { page } } };
  const found = readPageOf(read);
  if (!("markdown" in found)) return found;
  const summary = summarise(withoutSummary(found.markdown));
  if (summary.length === 0) return { say: `${pageLink(found)} has no sentences to sum up.` };
  const said = `${pageLink(found)} in short:\n\n${summary.map((sentence) => `- ${sentence}`).join("\n")}`;
  if (!write) return { say: `${said}\n\n\`/put\` puts this on the page.` };
  if (written === undefined)
    return { say: said, call: writeCall(found, withSummary(found.markdown, summary)) };
  return { say: sayWritten(written, found) };
}

/** Reads a page and adds a paragraph to it; a page that is not there is begun. */
export function planAdd(
  { done: [read, written] }: Conversation,
  { page, text }: { readonly page: string; readonly text: string },
): PlanStep {
  if (text.trim() === "") return { say: "Say what to add: `/add page: text`." };
  if (read === undefined) return { call: { tool: "wiki__read", input: { page } } };
  const found = readPageOf(read);
  if ("markdown" in found) {
    if (written !== undefined) return { say: sayWritten(written, found) };
    return { call: writeCall(found, `${found.markdown.trimEnd()}\n\n${text.trim()}\n`) };
  }
  if (written !== undefined) return { say: sayWritten(written, { path: pathFor(page), title: page }) };
  const markdown = `# ${page.replace(/\.md$/, "")}\n\n${text.trim()}\n`;
  return { call: { tool: "wiki__write", input: { path: pathFor(page), markdown } } };
}

/** Writes a page back as a whole, with the digest that it was read with. */
export function writeCall({ path, digest }: ReadPage, markdown: string): NonNullable<PlanStep["call"]> {
  return { tool: "wiki__write", input: { path, markdown, digest } };
}

/** How a write went. */
export function sayWritten(call: DoneCall, page: Pick<ReadPage, "path" | "title">): string {
  return call.isError ? sayResult(call) : `${pageLink(page)} is written.`;
}

const heading = "## Summary";

/** The page with this summary, in the place of one from before, below the title. */
export function withSummary(markdown: string, sentences: readonly string[]): string {
  const rest = withoutSummary(markdown);
  const title = /^#[ \t].*\n*/.exec(rest)?.[0] ?? "";
  const block = `${heading}\n\n${sentences.map((sentence) => `- ${sentence}`).join("\n")}\n`;
  return `${title.trimEnd()}${title === "" ? "" : "\n\n"}${block}\n${rest.slice(title.length).trimStart()}`;
}

function withoutSummary(markdown: string): string {
  return markdown.replace(/^## Summary\n+(?:- .*\n)+\n*/m, "");
}

function pathFor(name: string): string {
  if (name.endsWith(".md")) return name;
  const slug = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `${slug === "" ? "page" : slug}.md`;
}
