import { expect, test } from "vitest";
import { diffLines } from "../../web/src/diff/line-diff.ts";

const signs = { same: " ", added: "+", removed: "-" } as const;

function shown(before: string, after: string): readonly string[] {
  return diffLines(before, after).map(({ kind, text }) => signs[kind] + text);
}

test.each([
  ["a\nb\nc\n", "a\nb\nc", [" a", " b", " c"]],
  ["", "a\nb", ["+a", "+b"]],
  ["a\nb", "", ["-a", "-b"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\nb\nc\nd", "b\nc\nd\ne", ["-a", " b", " c", " d", "+e"]],
  ["a\r\nb", "a\nb\n", [" a", " b"]],
])("%j becomes %j", (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

test("what is left and what came are the two texts, whatever they are", () => {
  const before = Array.from({ length: 60 }, (_, index) => String((index * 7) % 11));
  const after = Array.from({ length: 50 }, (_, index) => String((index * 5) % 13));
  const lines = diffLines(before.join("\n"), after.join("\n"));
  expect(lines.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
  expect(lines.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
});

test("texts that are too long to compare are told as gone and come, but for what they share at both ends", () => {
  const long = (word: string): string =>
    ["first", ...Array.from({ length: 2_000 }, (_, index) => `${word} ${index}`), "last"].join("\n");
  const lines = diffLines(long("old"), long("new"));
  expect(lines).toHaveLength(4_002);
  expect([lines[0]?.kind, lines[1]?.kind, lines.at(-2)?.kind, lines.at(-1)?.kind]).toEqual([
    "same",
    "removed",
    "added",
    "same",
  ]);
});
