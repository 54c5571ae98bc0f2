import { describe, expect, test } from "vitest";
import { createMcpSandboxHandler } from "../../src/index.ts";

const css = ':root[data-theme="a"]{color-scheme:light dark;--ns-x:1px}';
const style = `<style>${css}</style>`;

async function serve(document: string, themed = true): Promise<string> {
  const handler = createMcpSandboxHandler({
    resolveResource: () => document,
    ...(themed ? { themes: { a: { "--ns-x": "1px" } } } : {}),
  });
  return (await handler(new Request("https://a.example/?uri=ui://a/b"))).text();
}

describe("the theme is the first child of the document's own head", () => {
  test.each([
    [
      "a whole document",
      "<!doctype html><html><head><title>T</title></head><body></body></html>",
      `<!doctype html><html data-theme="a"><head>${style}<title>T</title></head><body></body></html>`,
    ],
    [
      "attributes, with what could end a tag",
      `<!DOCTYPE html>\n<html lang="a>b" data-x='c>d' e=f>\n<head profile=">">\n<title>T</title>`,
      `<!DOCTYPE html>\n<html data-theme="a" lang="a>b" data-x='c>d' e=f>\n<head profile=">">${style}\n<title>T</title>`,
    ],
    [
      "a quote in a name, which quotes nothing",
      `<!doctype html><html a"b><head><title>"</title>`,
      `<!doctype html><html data-theme="a" a"b><head>${style}<title>"</title>`,
    ],
    [
      "comments that look like tags",
      "<!-- <head> --><!doctype html><!--><!---><!-- --!><html><!-- <head> --><head><meta>",
      `<!-- <head> --><!doctype html><!--><!---><!-- --!><html data-theme="a"><!-- <head> --><head>${style}<meta>`,
    ],
    [
      "no head",
      "<!doctype html><html><body>hi</body></html>",
      `<!doctype html><html data-theme="a">${style}<body>hi</body></html>`,
    ],
    [
      "a header instead of a head",
      "<!doctype html><html><header>hi</header></html>",
      `<!doctype html><html data-theme="a">${style}<header>hi</header></html>`,
    ],
    [
      "no html",
      "<!doctype html><head><title>T</title></head>hi",
      `<!doctype html><html data-theme="a"><head>${style}<title>T</title></head>hi`,
    ],
    ["a fragment", "<ul><li>1</li></ul>", `<!doctype html><html data-theme="a">${style}<ul><li>1</li></ul>`],
    ["plain text", "hi", `<!doctype html><html data-theme="a">${style}hi`],
    ["a byte order mark", "\uFEFF<p>hi", `<!doctype html><html data-theme="a">${style}<p>hi`],
    [
      "the XML of another age",
      '<?xml version="1.0"?><HTML><HEAD></HEAD></HTML>',
      `<!doctype html><?xml version="1.0"?><HTML data-theme="a"><HEAD>${style}</HEAD></HTML>`,
    ],
    ["a tag without an end", "<!doctype html><html ", `<!doctype html><html data-theme="a" ${style}`],
    ["a comment without an end", "<!doctype html><!-- ", `<!doctype html><!-- <html data-theme="a">${style}`],
  ])("with %s", async (_, document, expected) => {
    expect(await serve(document)).toBe(expected);
  });

  test("and without a theme the document stays as it is, but never in quirks mode", async () => {
    expect(await serve("<!doctype html><p>hi", false)).toBe("<!doctype html><p>hi");
    expect(await serve("<p>hi", false)).toBe("<!doctype html><p>hi");
  });

  test("however long and odd the document's start is, in one pass", async () => {
    for (const piece of ["<!--", "<!", "<?", " ", "<html ", "<html a='", "<html ='", "<!-- -->"]) {
      const document = piece.repeat(200_000);
      expect((await serve(document)).length).toBeGreaterThan(document.length);
    }
  });
});
