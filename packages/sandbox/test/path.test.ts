import { pathBelow, resolvePath } from "@x/sandbox";
import { describe, expect, test } from "vitest";

describe("resolvePath", () => {
  test("makes a path absolute and clean", () => {
    const cases: [string, string][] = [
      [".", "/w"],
      ["a", "/w/a"],
      ["./a//b/./c/", "/w/a/b/c"],
      ["a/../b", "/w/b"],
      ["/", "/"],
      ["/x/./y/../z", "/x/z"],
      ["...", "/w/..."],
    ];
    for (const [path, resolved] of cases) expect(resolvePath(path, "/w")).toBe(resolved);
    expect(resolvePath("a", "/")).toBe("/a");
  });

  test("refuses what climbs, is empty or holds a NUL", () => {
    for (const path of ["", "..", "a/../..", "../w/a", "/..", "/a/../../b", "a\0b"]) {
      expect(() => resolvePath(path, "/w")).toThrow(expect.objectContaining({ code: "invalid_path" }));
    }
  });
});

describe("pathBelow", () => {
  test("gives the part below a root, and nothing for what is outside", () => {
    expect(pathBelow("/w", "/w")).toBe(".");
    expect(pathBelow("/w/a/b", "/w")).toBe("a/b");
    expect(pathBelow("/w/a", "/")).toBe("w/a");
    expect(pathBelow("/work", "/w")).toBeUndefined();
    expect(pathBelow("/", "/w")).toBeUndefined();
  });
});
