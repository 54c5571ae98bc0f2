import type { WikiPage } from "../../../src/contract/wiki.ts";

/** A page's text without the heading that is its title, where it begins with it. */
export function bodyOf({ markdown, title }: Pick<WikiPage, "markdown" | "title">): string {
  const [all, heading] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(markdown) ?? [];
  return all !== undefined && heading?.trim() === title ? markdown.slice(all.length) : markdown;
}
