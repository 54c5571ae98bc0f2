import type { Theme } from "../theme/theme.ts";
import { findPlaces } from "./document-places.ts";

/**
 * The document with the theme as the first child of its own head, so that the first paint has it. A fragment
 * becomes a document; a document stays one: nothing is nested. `more` comes right behind the theme.
 */
export function themedDocument(source: string, theme: Theme | undefined, more = ""): string {
  const html = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const { hasDoctype, rootStart, htmlAttributes, headStart } = findPlaces(html);
  const doctype = hasDoctype ? "" : "<!doctype html>";
  if (theme === undefined) return doctype + html;
  const attribute = ` data-theme="${theme.name}"`;
  const [at, mark] =
    htmlAttributes === undefined ? [rootStart, `<html${attribute}>`] : [htmlAttributes, attribute];
  const start = doctype + html.slice(0, at) + mark + html.slice(at, headStart);
  return `${start}<style>${theme.css}</style>${more}${html.slice(headStart)}`;
}
