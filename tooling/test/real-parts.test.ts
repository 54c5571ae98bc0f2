import { findCommand, newerNode, realCommand, realPart } from "@x/tooling/real-parts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("a real part", () => {
  test("that is here is used without a word", async () => {
    vi.stubEnv("X_REQUIRE_REAL", "1");
    expect(await realPart("engine", () => true)).toBe(true);
    expect(said).toEqual([]);
  });

  test.each([
    ["a sentence", () => "no socket (start the engine)"],
    ["a rejection", () => Promise.reject(new Error("no socket (start the engine)"))],
  ])("that is missing skips its tests and says why, told by %s", async (_, probe) => {
    vi.stubEnv("X_REQUIRE_REAL", "");
    expect(await realPart("engine", probe)).toBe(false);
    expect(said).toEqual(["skipping tests: engine is not here: no socket (start the engine)\n"]);
  });

  test("that is missing fails where X_REQUIRE_REAL is set", async () => {
    vi.stubEnv("X_REQUIRE_REAL", "1");
    await expect(realPart("engine", () => "no socket")).rejects.toThrow("engine is not here: no socket");
  });

  test("can be a command on PATH", async () => {
    vi.stubEnv("X_REQUIRE_REAL", "");
    expect(await realCommand("node", "install Node")).toBe(true);
    expect(await realCommand("no-such-command", "cannot be had")).toBe(false);
    expect(said).toEqual([
      "skipping tests: no-such-command is not here: no such command on PATH (cannot be had)\n",
    ]);
  });
});

test("a command is found where PATH has it first", () => {
  const [node] = [findCommand("node")];
  expect(node).toMatch(/\/node$/);
  vi.stubEnv("PATH", "");
  expect(findCommand("node")).toBeUndefined();
});

test("a newer Node is one of that major version or above", () => {
  const major = Number(process.versions.node.split(".")[0]);
  expect([newerNode(major - 1), newerNode(major), newerNode(major + 1)]).toEqual([true, true, false]);
});
