import { encodeToolName, type ToolNameOptions } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const legal = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Names made of what separators are made of: the ones most likely to meet. */
const adversarial = fc.string({
  unit: fc.constantFrom("_", "-", "a", "b", "__", ".", "/", "é", "😀", "0"),
  maxLength: 12,
});
const anyName = fc.oneof(
  adversarial,
  fc.string({ maxLength: 90 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const part = (max: number) =>
  fc.string({ unit: fc.constantFrom("_", "-", "a", "b", "A", "9"), minLength: 1, maxLength: max });
const anyOptions: fc.Arbitrary<ToolNameOptions> = fc.record(
  {
    separator: fc.oneof(fc.constantFrom("__", "_", "-", "ab", "aa", "a"), part(8)),
    prefix: fc.oneof(fc.constant("mcp"), part(16)),
  },
  { requiredKeys: [] },
);

describe("tool names", () => {
  test("are server and tool, where that is legal and can be told apart", () => {
    expect(encodeToolName("files", "read_file")).toBe("files__read_file");
    expect(encodeToolName("files", "read-file", { separator: "_" })).toBe("files_read-file");
    expect(encodeToolName("files", "read", { prefix: "mcp" })).toBe("mcp__files__read");
    expect(encodeToolName("a", "b".repeat(61))).toBe(`a__${"b".repeat(61)}`);
  });

  test("say what they can of the rest, with a hash", () => {
    expect(encodeToolName("files", "drawio.create")).toMatch(/^files__drawio_create__[A-Za-z0-9]{10}$/);
    expect(encodeToolName("1st", "tool")).toMatch(/^_1st__tool__[A-Za-z0-9]{10}$/);
    expect(encodeToolName("ü", "")).toMatch(/^___x__[A-Za-z0-9]{10}$/);
    expect(encodeToolName("server", "t".repeat(200))).toHaveLength(63);
  });

  test("are legal for every provider", () => {
    fc.assert(
      fc.property(anyName, anyName, anyOptions, (server, tool, options) => {
        expect(encodeToolName(server, tool, options)).toMatch(legal);
      }),
      { numRuns: 3_000 },
    );
  });

  test("differ for two pairs, whatever the separator", () => {
    const pair = fc.tuple(anyName, anyName);
    fc.assert(
      fc.property(pair, pair, anyOptions, (one, other, options) => {
        const same = one[0] === other[0] && one[1] === other[1];
        expect(encodeToolName(...one, options) === encodeToolName(...other, options)).toBe(same);
      }),
      { numRuns: 3_000 },
    );
  });

  test("differ for all ways to divide one text", () => {
    fc.assert(
      fc.property(adversarial, anyOptions, (text, options) => {
        const units = [...text];
        const names = units.map((_, at) => {
          const [server, tool] = [units.slice(0, at).join(""), units.slice(at).join("")];
          return encodeToolName(server, tool, options);
        });
        expect(new Set(names).size).toBe(units.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("never meet, plain or with a hash: a name given out is no other pair's own", () => {
    fc.assert(
      fc.property(anyName, anyName, anyOptions, (server, tool, options) => {
        const { separator = "__", prefix } = options;
        const taken = encodeToolName(server, tool, options);
        const inner = prefix === undefined ? taken : taken.slice(`${prefix}${separator}`.length);
        for (let at = inner.indexOf(separator); at >= 0; at = inner.indexOf(separator, at + 1)) {
          const thief = [inner.slice(0, at), inner.slice(at + separator.length)] as const;
          if (thief[0] === server && thief[1] === tool) continue;
          expect(encodeToolName(...thief, options)).not.toBe(taken);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("are the same after a restart and in any order", () => {
    fc.assert(
      fc.property(anyName, anyName, anyOptions, (server, tool, options) => {
        const first = encodeToolName(server, tool, options);
        encodeToolName(tool, server, options);
        expect(encodeToolName(server, tool, { ...options })).toBe(first);
      }),
    );
    expect(encodeToolName("files", "a.b")).toBe("files__a_b__cgg8m9lobr");
  });

  test("refuse a separator or prefix that no name can hold", () => {
    for (const separator of ["", ".", "a b", "ä", "_".repeat(9), "a\n"])
      expect(() => encodeToolName("a", "b", { separator })).toThrow(/toolNameSeparator/);
    for (const prefix of ["", "mcp.x", "a/b", "x".repeat(17), "mcp\n"])
      expect(() => encodeToolName("a", "b", { prefix })).toThrow(/toolNamePrefix/);
  });
});
