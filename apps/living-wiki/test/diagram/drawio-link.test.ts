import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeDrawioLink, findDrawioLinks, readDiagrams } from "../../src/diagram/drawio-link.ts";

/** As draw.io's own tools write it. */
function link(type: string, text: string, base = "https://app.diagrams.net/?grid=0"): string {
  const data = deflateRawSync(encodeURIComponent(text)).toString("base64");
  return `${base}#create=${encodeURIComponent(JSON.stringify({ type, compressed: true, data }))}`;
}

const source = 'flowchart LR\n  a["Ä & <b>"] --> b{größer?}';

describe("a draw.io link", () => {
  test.each(["mermaid", "xml", "csv"])("of type %s is read", (type) => {
    expect(decodeDrawioLink(link(type, source))).toMatchObject({ format: type, text: source });
  });

  test("without compression is read, too", () => {
    const href = `https://app.diagrams.net/#create=${encodeURIComponent(JSON.stringify({ type: "xml", data: "<mxfile/>" }))}`;
    expect(decodeDrawioLink(href)).toEqual({ href, format: "xml", text: "<mxfile/>" });
  });

  test.each([
    ["no fragment", "https://app.diagrams.net/?grid=0"],
    ["no JSON", "https://app.diagrams.net/#create=%7B"],
    ["a broken escape", "https://app.diagrams.net/#create=%E0%A4%A"],
    ["null", "https://app.diagrams.net/#create=null"],
    ["an unknown type", link("html", "<script>")],
    [
      "broken base64",
      `https://app.diagrams.net/#create=${encodeURIComponent('{"type":"xml","compressed":true,"data":"AAAA"}')}`,
    ],
    [
      "a number for data",
      `https://app.diagrams.net/#create=${encodeURIComponent('{"type":"xml","data":7}')}`,
    ],
  ])("with %s is a problem, not an error", (_, href) => {
    const view = decodeDrawioLink(href);
    expect(view.problem).toEqual(expect.any(String));
    expect(view).not.toHaveProperty("text");
  });

  test("that stands for more than fits is a problem", () => {
    const bomb = link("xml", "x".repeat(50 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(512 * 1024);
    expect(decodeDrawioLink(bomb).problem).toMatch(/too large/);
  });

  test.each([
    "http://app.diagrams.net/#create=%7B%7D",
    "javascript:alert(1)#create=%7B%7D",
    "data:text/html,#create=x",
  ])("%s is not offered as a link", (href) => {
    expect(decodeDrawioLink(href)).toMatchObject({ href: "", problem: expect.any(String) });
  });
});

test("links are found in Markdown and in what tools answer, each once", () => {
  const one = link("mermaid", "graph TD; a-->b");
  const two = link("xml", "<mxfile/>");
  const text = `Draw.io Editor URL:\n${one}\n\n[Diagram](${two}) and again <${one}>, but not https://example.com/#create or text.`;
  expect(findDrawioLinks(text)).toEqual([one, two]);
  expect(readDiagrams(text).map(({ format }) => format)).toEqual(["mermaid", "xml"]);
});
