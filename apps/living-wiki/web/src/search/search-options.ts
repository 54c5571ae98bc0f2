import type { ToolView } from "../../../src/contract/tool-view.ts";
import type { WikiPageSummary, WikiSearchHit, WikiSearchResult } from "../../../src/contract/wiki.ts";
import { pageHref, toolHref } from "../shell/route.ts";

/** One thing to go to. */
export type SearchOption = { readonly key: string } & (
  | { readonly kind: "page"; readonly href: string; readonly page: WikiPageSummary | WikiSearchHit }
  | { readonly kind: "tool"; readonly href: string; readonly tool: ToolView }
  | { readonly kind: "ask"; readonly text: string }
);

const shownTools = 4;

/** What is offered for a query: pages, tools of that name, and to ask the agent. Every page where nothing is asked. */
export function searchOptions({
  query,
  result,
  pages,
  tools,
}: {
  readonly query: string;
  readonly result: WikiSearchResult | undefined;
  readonly pages: readonly WikiPageSummary[];
  readonly tools: readonly ToolView[];
}): readonly SearchOption[] {
  const asked = query.trim();
  const found = asked === "" ? pages : (result?.hits ?? []);
  const options: SearchOption[] = found.map((page) => ({
    key: `page ${page.path}`,
    kind: "page",
    href: pageHref(page.path),
    page,
  }));
  if (asked === "") return options;
  const words = asked.toLowerCase().split(/\s+/);
  const named = tools.filter(({ name, title = "" }) => {
    const text = `${name} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  for (const tool of named.slice(0, shownTools))
    options.push({ key: `tool ${tool.name}`, kind: "tool", href: toolHref(tool.name), tool });
  return [...options, { key: "ask", kind: "ask", text: asked }];
}
