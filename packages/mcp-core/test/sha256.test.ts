import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../src/sha256.ts";

const hex = (text: string): string => Buffer.from(sha256(text)).toString("hex");

test("equals the platform's digest for every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const text = "a".repeat(length);
    expect(hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

test("equals the platform's digest for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      expect(hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }),
  );
});
