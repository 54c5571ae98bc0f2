import { ConfigError, checkDeclaration, type DeclarationFields } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const canary = "hunter2-canary";
const fields: DeclarationFields = {
  command: { type: "string", required: true, example: '"npx"' },
  args: { type: "strings", example: '["-y"]' },
  env: { type: "record", example: '{ HOME: "/workspace" }' },
  timeoutMs: { type: "positive", example: "60_000" },
  reconnect: { type: "boolean", example: "false" },
  install: {
    type: "object",
    example: '{ command: "npm ci" }',
    fields: { command: { type: "string", required: true, example: '"npm ci"' } },
  },
  onEvent: { type: "function", example: "() => {}" },
  anything: { type: "any", example: "1" },
  url: {
    type: "string",
    example: '"https://example.com"',
    problem: (url: string) => (url.startsWith("https:") ? undefined : "it must begin with https:."),
  },
};
const place = { pointer: "/servers/0", what: "a stdio server", serverId: "files" };

function problemOf(value: unknown, more: object = {}): ConfigError {
  try {
    checkDeclaration(value, fields, { ...place, ...more });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("Nothing was found to be wrong.");
}

describe("a declaration", () => {
  test("passes with all of its keys, or only those it needs", () => {
    checkDeclaration({ command: "npx" }, fields, place);
    checkDeclaration(
      {
        command: "npx",
        args: [],
        env: { A: "b" },
        timeoutMs: 0.5,
        reconnect: false,
        install: { command: "npm ci" },
        onEvent: () => {},
        anything: null,
        url: "https://example.com",
      },
      fields,
      place,
    );
    checkDeclaration({ command: "npx", args: undefined }, fields, place);
  });

  test.each([
    [{}, '/servers/0/command: a stdio server needs it. Write command: "npx".'],
    [
      { command: "" },
      '/servers/0/command: expected a non-empty string, such as "npx", but found an empty string.',
    ],
    [
      { command: "a", args: "x" },
      '/servers/0/args: expected a list of strings, such as ["-y"], but found a string.',
    ],
    [
      { command: "a", args: [1] },
      '/servers/0/args: expected a list of strings, such as ["-y"], but found a list.',
    ],
    [
      { command: "a", env: { A: 1 } },
      '/servers/0/env: expected an object whose values are strings, such as { HOME: "/workspace" }, but found an object.',
    ],
    [
      { command: "a", timeoutMs: 0 },
      "/servers/0/timeoutMs: expected a number above 0, such as 60_000, but found a number.",
    ],
    [
      { command: "a", timeoutMs: Number.NaN },
      "/servers/0/timeoutMs: expected a number above 0, such as 60_000, but found a number.",
    ],
    [
      { command: "a", reconnect: "no" },
      "/servers/0/reconnect: expected a boolean, such as false, but found a string.",
    ],
    [
      { command: "a", onEvent: {} },
      "/servers/0/onEvent: expected a function, such as () => {}, but found an object.",
    ],
    [
      { command: "a", install: null },
      '/servers/0/install: expected an object, such as { command: "npm ci" }, but found null.',
    ],
    [
      { command: "a", install: {} },
      '/servers/0/install/command: `install` needs it. Write command: "npm ci".',
    ],
    [
      { command: "a", install: { command: "a", cwdd: "/" } },
      "/servers/0/install/cwdd: `install` has no such key. Known keys: command.",
    ],
    [{ command: "a", url: "ftp://x" }, "/servers/0/url: it must begin with https:."],
    [
      { command: "a", comand: "b" },
      '/servers/0/comand: a stdio server has no such key. Did you mean "command"?',
    ],
    [
      { command: "a", zzzzzz: 1 },
      "/servers/0/zzzzzz: a stdio server has no such key. Known keys: command, args, env, timeoutMs, reconnect, install, onEvent, anything, url.",
    ],
    [[], "/servers/0: expected a stdio server as an object, but found a list."],
    [undefined, "/servers/0: expected a stdio server as an object, but found nothing."],
    ["x", "/servers/0: expected a stdio server as an object, but found a string."],
  ])("that is wrong says which key, what was expected and what to write: %#", (value, message) => {
    const error = problemOf(value);
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ code: "config", outcome: "not-sent", serverId: "files" });
  });

  test("that is wrong points at the key, escaped, and at the file", () => {
    expect(problemOf({ command: "a", "a/b~c": 1 }).pointer).toBe("/servers/0/a~1b~0c");
    expect(problemOf({}, { file: "agents.yaml", line: 3 }).message).toMatch(
      /^agents\.yaml:3: \/servers\/0\/command: /,
    );
  });

  test("may have unknown keys where that is said", () => {
    checkDeclaration({ command: "a", later: 1 }, fields, { ...place, allowUnknown: true });
    expect(() => checkDeclaration({ later: 1 }, fields, { ...place, allowUnknown: true })).toThrow(/command/);
  });

  test("does not take the names of Object.prototype for keys it knows", () => {
    for (const key of ["constructor", "toString", "__proto__"])
      expect(problemOf(JSON.parse(`{"command":"a","${key}":{}}`)).pointer).toBe(`/servers/0/${key}`);
  });

  test("that is wrong never repeats a value", () => {
    const secret = fc.oneof(
      fc.constant(canary),
      fc.constant([canary]),
      fc.constant({ [canary.slice(0, 3)]: canary }),
      fc.constant({ command: [canary] }),
      fc.constant({ nested: { deep: canary } }),
    );
    const keys = [...Object.keys(fields), "comand", "header"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), secret), (value) => {
        let error: unknown;
        try {
          checkDeclaration(value, fields, place);
        } catch (thrown) {
          error = thrown;
        }
        expect(JSON.stringify(error ?? "")).not.toContain(canary);
        expect(error instanceof Error ? error.message : "").not.toContain(canary);
      }),
    );
  });
});
