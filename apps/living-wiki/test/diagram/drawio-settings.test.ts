import { describe, expect, test } from "vitest";
import { drawioServer } from "../../src/diagram/drawio-server.ts";
import { readDrawioSettings } from "../../src/diagram/drawio-settings.ts";
import { shellWords } from "../../src/diagram/shell-words.ts";

const variable = (name: string): string => `LIVING_WIKI_DRAWIO_MCP_${name}`;
const set = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [variable(name), value]));

describe("words of a shell", () => {
  test.each([
    ["", []],
    ["  @drawio/mcp  ", ["@drawio/mcp"]],
    ["a b\tc\nd", ["a", "b", "c", "d"]],
    ["'a b' c", ["a b", "c"]],
    ['--name="a b"c', ["--name=a bc"]],
    [`'it'\\''s' ""`, ["it's", ""]],
    ['"a \\"b\\" \\$c \\d"', ['a "b" $c \\d']],
    ["a\\ b \\\\", ["a b", "\\"]],
    ["'$HOME' $HOME *", ["$HOME", "$HOME", "*"]],
    ["a\\\nb", ["ab"]],
  ])("%j are %j", (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test.each(["'a", 'a "b', "a\\", `"it's`])("%j is not complete", (line) => {
    expect(() => shellWords(line)).toThrow(/not closed|backslash/);
  });
});

describe("the variables of draw.io", () => {
  test("none of them is no draw.io, and an empty one counts as none", () => {
    expect(readDrawioSettings({})).toBeUndefined();
    expect(readDrawioSettings(set({ COMMAND: "", URL: " ", TOOL: "" }))).toBeUndefined();
  });

  test("a program is declared with its install step, which alone has a network and npm's variables", () => {
    const variables = {
      ...set({ INSTALL: "npm install @drawio/mcp", COMMAND: "npx", ARGS: "@drawio/mcp --flag 'a b'" }),
      npm_config_registry: "http://127.0.0.1:4873",
      SECRET: "canary",
    };
    const settings = readDrawioSettings(variables);
    expect(settings).toEqual({
      via: "stdio",
      install: "npm install @drawio/mcp",
      command: "npx",
      args: ["@drawio/mcp", "--flag", "a b"],
      tool: "open_drawio_mermaid",
    });
    if (settings === undefined) return;
    expect(drawioServer(settings, variables)).toMatchObject({
      origin: "environment",
      needs: { network: "none", installNetwork: "internet" },
      declaration: {
        kind: "stdio",
        serverId: "drawio",
        install: {
          command: "npm install @drawio/mcp",
          env: { npm_config_registry: "http://127.0.0.1:4873" },
        },
      },
    });
    expect(JSON.stringify(drawioServer(settings, variables))).not.toContain("canary");
  });

  test("arguments may be a JSON array, and the tool is chosen by name", () => {
    const settings = readDrawioSettings(
      set({ COMMAND: "node", ARGS: '["a b", "c"]', TOOL: "drawio.create" }),
    );
    expect(settings).toMatchObject({ args: ["a b", "c"], tool: "drawio.create", install: undefined });
  });

  test("an endpoint has its token as a bearer, and only there", () => {
    const settings = readDrawioSettings(set({ URL: "https://example.test/mcp", AUTH_TOKEN: "t-1" }));
    expect(settings).toEqual({
      via: "streamable-http",
      url: "https://example.test/mcp",
      token: "t-1",
      tool: "open_drawio_mermaid",
    });
    if (settings === undefined) return;
    expect(drawioServer(settings, {}).declaration).toMatchObject({ auth: { mode: "bearer", token: "t-1" } });
  });

  test.each([
    ["both forms", set({ COMMAND: "npx", URL: "https://example.test/mcp" }), "COMMAND", "COMMAND, .*URL"],
    ["a token beside a program", set({ COMMAND: "npx", AUTH_TOKEN: "t-1" }), "COMMAND", "AUTH_TOKEN"],
    ["an install step alone", set({ INSTALL: "npm install x" }), "COMMAND", "missing"],
    ["a token alone", set({ AUTH_TOKEN: "t-1" }), "URL", "missing"],
    ["no URL", set({ URL: "example" }), "URL", "no URL"],
    ["a tool alone", set({ TOOL: "x" }), "COMMAND", "starts nothing"],
    ["an open quote", set({ COMMAND: "npx", ARGS: "'a" }), "ARGS", "not closed"],
    ["a broken array", set({ COMMAND: "npx", ARGS: '["a", 7]' }), "ARGS", "JSON array"],
    ["a misspelt name", set({ COMAND: "npx" }), "COMAND", "no such variable"],
  ])("%s is a named error", (_, variables, name, said) => {
    expect(() => readDrawioSettings(variables)).toThrow(
      expect.objectContaining({
        code: "config",
        pointer: variable(name),
        message: expect.stringMatching(new RegExp(said)),
      }),
    );
  });

  test("no error repeats a value", () => {
    for (const ARGS of ["'canary", '["canary", 7]']) {
      const read = (): unknown => readDrawioSettings(set({ COMMAND: "npx", ARGS, AUTH_TOKEN: "" }));
      expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining("canary") }));
    }
  });
});
