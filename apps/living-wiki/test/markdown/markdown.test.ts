import { lexer } from "marked";
import { describe, expect, test } from "vitest";
import { headingId } from "../../web/src/markdown/heading-id.ts";
import { linkTarget } from "../../web/src/markdown/link-target.ts";
import { plainText } from "../../web/src/markdown/plain-text.ts";
import { decodeReferences } from "../../web/src/markdown/references.ts";
import { pagePath } from "../../web/src/wiki/page-path.ts";
import { bodyOf } from "../../web/src/wiki/title-line.ts";

describe("where a link of a page leads", () => {
  test.each([
    ["tides.md", { kind: "page", href: "#/pages/tides" }],
    ["./tides.md#forces", { kind: "page", href: "#/pages/tides" }],
    ["Tides", { kind: "page", href: "#/pages/Tides" }],
    ["a%20b.md", { kind: "page", href: "#/pages/a%20b" }],
    ["100%.md", { kind: "page", href: "#/pages/100%25" }],
    ["#The forces", { kind: "heading", id: "heading-the-forces" }],
    ["https://example.com/a", { kind: "web", href: "https://example.com/a" }],
    ["javascript:alert(1)", { kind: "none" }],
    ["data:text/html,x", { kind: "none" }],
    ["file:///etc/passwd", { kind: "none" }],
    ["//example.com/x", { kind: "none" }],
    ["/api/state", { kind: "none" }],
    ["../other.md", { kind: "none" }],
    ["a\\b.md", { kind: "none" }],
  ] as const)("%s", (href, target) => {
    expect(linkTarget(href)).toEqual(target);
  });
});

test.each([
  ["a &amp; b", "a & b"],
  ["&lt;b&gt;", "<b>"],
  ["&#65;&#x42;", "AB"],
  ["&#0; &#x110000;", "\ufffd \ufffd"],
  ["&unknown; &amp", "&unknown; &amp"],
])("references in %j are %j", (text, decoded) => {
  expect(decodeReferences(text)).toBe(decoded);
});

test("a heading is found by its words, whatever marks them", () => {
  const [heading] = lexer("## The *tides*, `again` &amp; more");
  expect(headingId(plainText(heading === undefined ? [] : [heading]))).toBe("heading-the-tides-again-more");
});

test.each([
  ["# Tides\n\nThe moon.", "Tides", "\nThe moon."],
  ["\n# Tides #\nThe moon.", "Tides", "The moon."],
  ["# Another\n\nThe moon.", "Tides", "# Another\n\nThe moon."],
  ["The moon.", "Tides", "The moon."],
])("the heading of %j that is its title %j is not shown twice", (markdown, title, body) => {
  expect(bodyOf({ markdown, title })).toBe(body);
});

test.each([
  ["Lighthouses", "lighthouses.md"],
  [" Travel / Norway: a Week ", "travel/norway-a-week.md"],
  ["Über Äpfel.md", "über-äpfel.md"],
  ["../../etc/passwd", "etc/passwd.md"],
  ["…", undefined],
])("a page called %j is in %j", (title, path) => {
  expect(pagePath(title)).toBe(path);
});
