import { expect, test } from "vitest";
import { createLineReader } from "../../src/framing/line-reader.ts";

interface Read {
  readonly lines: string[];
  readonly garbled: number[];
  readonly overlong: { readonly bytes: number; readonly head: string; readonly tail: string }[];
}

function read(chunks: Iterable<Uint8Array>, maxLineBytes = 1024): Read {
  const found: Read = { lines: [], garbled: [], overlong: [] };
  const take = createLineReader(maxLineBytes, {
    line: (text) => found.lines.push(text),
    garbled: (bytes) => found.garbled.push(bytes.length),
    overlong: (line) => found.overlong.push({ bytes: line.bytes, head: line.head(), tail: line.tail() }),
  });
  for (const chunk of chunks) take(chunk);
  return found;
}

/** All the bytes of a text, cut into pieces of one size. */
function* cut(text: string | Uint8Array, size: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const text = '{"a":"é漢😀"}\n\n{"b":2}\r\nx\n{"c":"last, without a newline"}';

test.each([1, 2, 3, 5, 7, 16, 1000])("lines are the same in pieces of %d bytes", (size) => {
  expect(read(cut(text, size)).lines).toEqual(['{"a":"é漢😀"}', "", '{"b":2}\r', "x"]);
});

test.each([1, 4, 1000])("a line that is not UTF-8 costs no other, in pieces of %d bytes", (size) => {
  const bytes = Buffer.concat([Buffer.from("one\n"), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("two\n")]);
  expect(read(cut(bytes, size))).toEqual({ lines: ["one", "two"], garbled: [2], overlong: [] });
});

test.each([1, 3, 64, 5000])(
  "a line above the limit is skipped to its newline, in pieces of %d bytes",
  (size) => {
    const long = `{"id":1,${"x".repeat(3000)}"id":2}`;
    const found = read(cut(`before\n${long}\nafter\n`, size));
    expect(found.lines).toEqual(["before", "after"]);
    expect(found.overlong).toEqual([
      { bytes: long.length, head: long.slice(0, 1024), tail: long.slice(-1024) },
    ]);
  },
);

test("a line of exactly the limit is read, one byte more is not", () => {
  const found = read(cut(`${"a".repeat(1024)}\n${"b".repeat(1025)}\n`, 100));
  expect(found.lines).toEqual(["a".repeat(1024)]);
  expect(found.overlong.map(({ bytes }) => bytes)).toEqual([1025]);
});

test("a byte order mark is no part of a line", () => {
  expect(read([Buffer.from("\ufeff{}\n")]).lines).toEqual(["{}"]);
});

test("every byte is copied a bounded number of times, however small the pieces of a long line are", () => {
  // Copies are what makes the usual way quadratic; `set` is the only way a byte is copied here.
  const copied = (megabytes: number): number => {
    let bytes = 0;
    const original = Uint8Array.prototype.set;
    Uint8Array.prototype.set = function (source: ArrayLike<number>, offset?: number) {
      bytes += source.length;
      return original.call(this, source, offset);
    };
    try {
      const line = `${"x".repeat(megabytes * 1024 * 1024)}\n`;
      expect(read(cut(line, 4096), 64 * 1024 * 1024).lines).toHaveLength(1);
    } finally {
      Uint8Array.prototype.set = original;
    }
    return bytes;
  };
  expect(copied(8) / copied(2)).toBeLessThan(4.5);
});
