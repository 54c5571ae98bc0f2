import { expect, test } from "vitest";
import { createRedactor } from "../../src/stderr/redactor.ts";
import { createStderrLog } from "../../src/stderr/stderr-log.ts";

const secret = "hunter2-hunter2-hunter2";
const redact = createRedactor({ envs: [{ SECRET: secret }], args: [] });

function feed(text: string, size: number): { shown: string; tail: string; largest: number } {
  const log = createStderrLog(redact);
  let shown = "";
  let largest = 0;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = log.add(bytes.subarray(at, at + size));
    largest = Math.max(largest, piece.length);
    shown += piece;
  }
  shown += log.end();
  return { shown, tail: log.tail(), largest };
}

test.each([1, 2, 5, 13, 4096])("a secret is taken out in pieces of %d bytes, at any place", (size) => {
  const text = `start é ${secret}\n${"x".repeat(100)}${secret}${secret}`;
  const expected = `start é [redacted]\n${"x".repeat(100)}[redacted][redacted]`;
  expect(feed(text, size)).toMatchObject({ shown: expected, tail: expected });
});

test.each([100, 1000, 16_000])(
  "a secret is taken out of a line without end, in pieces of %d bytes",
  (size) => {
    const text = `${"y".repeat(997)}${secret}`.repeat(60);
    const { shown, largest } = feed(text, size);
    expect(shown).toBe(`${"y".repeat(997)}[redacted]`.repeat(60));
    expect(largest).toBeLessThan(40_000);
  },
);

test("only the end is kept", () => {
  const { shown, tail } = feed(`${"z".repeat(99)}\n`.repeat(1000), 777);
  expect(shown).toHaveLength(100_000);
  expect(tail).toHaveLength(8192);
  expect(shown.endsWith(tail)).toBe(true);
});

test("text for people cannot act on their terminal", () => {
  const { shown } = feed("\u001b[31mred\u001b[0m \u001b]0;title\u0007tab\there\r\nnext\u0000\n", 3);
  expect(shown).toBe("red tab\there\nnext\n");
});
