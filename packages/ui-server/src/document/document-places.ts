import { isSpace, tagEnd } from "./tag-end.ts";

/** Where things stand at the beginning of an HTML document; each an index into the text. */
export interface DocumentPlaces {
  /** Whether a doctype is there; without one a browser would fall into quirks mode. */
  readonly hasDoctype: boolean;
  /** Behind everything that stands before the root element. */
  readonly rootStart: number;
  /** Right behind `<html`, where an attribute can be put; undefined where there is no such tag. */
  readonly htmlAttributes?: number;
  /** Where the first child of head belongs. */
  readonly headStart: number;
}

/** Reads the beginning of a document: doctype, comments, `<html …>` and `<head …>`, each of which may be missing. */
export function findPlaces(html: string): DocumentPlaces {
  const { hasDoctype, end: rootStart } = skipProlog(html, 0);
  let at = rootStart;
  let htmlAttributes: number | undefined;
  if (isTag(html, at, "html")) {
    htmlAttributes = at + "<html".length;
    at = tagEnd(html, htmlAttributes);
  }
  const next = skipProlog(html, at).end;
  const headStart = isTag(html, next, "head") ? tagEnd(html, next + "<head".length) : at;
  return { hasDoctype, rootStart, headStart, ...(htmlAttributes === undefined ? {} : { htmlAttributes }) };
}

/** Skips white space, comments, and everything else that opens with `<!` or `<?`. */
function skipProlog(html: string, from: number): { readonly end: number; readonly hasDoctype: boolean } {
  let at = from;
  let hasDoctype = false;
  while (at < html.length) {
    if (isSpace(html[at] ?? "")) at++;
    else if (html.startsWith("<!--", at)) at = commentEnd(html, at);
    else if (html.startsWith("<!", at) || html.startsWith("<?", at)) {
      hasDoctype ||= html.slice(at, at + 9).toLowerCase() === "<!doctype";
      const close = html.indexOf(">", at);
      at = close < 0 ? html.length : close + 1;
    } else break;
  }
  return { end: at, hasDoctype };
}

function commentEnd(html: string, start: number): number {
  // `<!-->` and `<!--->` are comments that end at once; `--!>` ends one as `-->` does.
  if (html.startsWith("<!-->", start)) return start + 5;
  if (html.startsWith("<!--->", start)) return start + 6;
  const end = /--!?>/g;
  end.lastIndex = start + 4;
  const found = end.exec(html);
  return found === null ? html.length : found.index + found[0].length;
}

function isTag(html: string, at: number, name: string): boolean {
  const behind = html[at + 1 + name.length] ?? "";
  const tag = html.slice(at, at + 1 + name.length).toLowerCase();
  return tag === `<${name}` && (isSpace(behind) || behind === ">" || behind === "/");
}
