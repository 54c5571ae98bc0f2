import { webLink } from "../result/web-link.ts";
import { pageHref } from "../shell/route.ts";
import { headingId } from "./heading-id.ts";

/** Where a link of a text leads. */
export type LinkTarget =
  | { readonly kind: "page"; readonly href: string }
  | { readonly kind: "web"; readonly href: string }
  | { readonly kind: "heading"; readonly id: string }
  | { readonly kind: "none" };

/** Reads a link: another page of the wiki (`tides.md`), a heading of this one, the web, or nothing we follow. */
export function linkTarget(href: string): LinkTarget {
  const web = webLink(href);
  if (web !== undefined) return { kind: "web", href: web };
  if (href.startsWith("#")) return { kind: "heading", id: headingId(decode(href.slice(1))) };
  const [, name] = /^(?:\.\/)?([^/\\:?#]+?)(?:\.md)?(?:#.*)?$/.exec(href) ?? [];
  return name === undefined ? { kind: "none" } : { kind: "page", href: pageHref(decode(name)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that is meant as such
  }
}
