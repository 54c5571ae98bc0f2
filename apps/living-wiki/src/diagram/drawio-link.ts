import { inflateRawSync } from "node:zlib";
import type { DiagramView } from "../contract/diagram.ts";

/** A diagram may be this large; a few bytes of a link can stand for gigabytes. */
const maxDiagramBytes = 1024 * 1024;
const longestLink = 512 * 1024;
const linkPattern = /https:\/\/[\w.-]+(?::\d+)?\/[^\s"'<>()[\]{}\\]*#create=[^\s"'<>()[\]{}\\]+/g;
const formats: ReadonlySet<string> = new Set(["mermaid", "xml", "csv"]);

/** Every draw.io link of a text (`…#create=…`), each once, at most 20. */
export function findDrawioLinks(text: string): readonly string[] {
  const links = new Set<string>();
  for (const [link] of text.matchAll(linkPattern)) {
    if (links.size >= 20) break;
    links.add(link);
  }
  return [...links];
}

/** The diagrams of a text, decoded. */
export function readDiagrams(text: string): readonly DiagramView[] {
  return findDrawioLinks(text).map(decodeDrawioLink);
}

/**
 * Reads the diagram that a draw.io link carries behind its `#create=`: JSON with `type` and `data`, which is raw
 * DEFLATE in base64 of a percent-encoded text where `compressed` says so. Nothing is fetched.
 */
export function decodeDrawioLink(href: string): DiagramView {
  const problem = (why: string): DiagramView => ({ href: safeHref(href), problem: why });
  if (href.length > longestLink) return problem("The link is too long.");
  if (safeHref(href) === "") return problem("This is no https link.");
  const fragment = /#create=(.*)$/s.exec(href)?.[1];
  if (fragment === undefined) return problem("There is no diagram in this link: it has no #create= part.");
  try {
    const created: unknown = JSON.parse(decodeURIComponent(fragment));
    if (typeof created !== "object" || created === null)
      return problem("The link's diagram is not readable.");
    const { type, data, compressed } = created as Record<string, unknown>;
    if (typeof type !== "string" || !formats.has(type) || typeof data !== "string")
      return problem("The link holds no diagram that this app knows.");
    const text = compressed === true ? inflate(data) : data;
    return { href, format: type as NonNullable<DiagramView["format"]>, text };
  } catch {
    // Broken JSON, broken base64, broken DEFLATE, or more than fits: each is a link that cannot be read.
    return problem("The link's diagram is damaged or too large.");
  }
}

function inflate(data: string): string {
  const bytes = inflateRawSync(Buffer.from(data, "base64"), { maxOutputLength: maxDiagramBytes });
  return decodeURIComponent(bytes.toString("latin1"));
}

/** A link a browser may follow; empty for anything but https. */
function safeHref(href: string): string {
  return URL.canParse(href) && new URL(href).protocol === "https:" ? href : "";
}
