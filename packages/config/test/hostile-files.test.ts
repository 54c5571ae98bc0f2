import { mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { type McpConfigFormat, parseMcpConfig, readMcpAgents, readMcpConfig } from "@x/config";
import { checkHttpConfig } from "@x/mcp-http/config";
import { checkStdioConfig } from "@x/mcp-stdio/config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const json = (value: unknown): string => JSON.stringify(value);
const server = (values: object): string => json({ mcpServers: { bad: values, good: { command: "x" } } });
const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Reads it, and sees to it that whatever comes of it can be printed and is taken by its transport. */
async function outcome(text: string, format: McpConfigFormat = "json") {
  const config = await parseMcpConfig(text, { format });
  const resolved = await config.resolve();
  expect(inspect([config, resolved], { depth: 99 }) + json([config, resolved])).not.toBe("");
  for (const one of resolved.servers)
    if (one.kind === "stdio") checkStdioConfig(one);
    else checkHttpConfig(one);
  return {
    servers: resolved.servers.map(({ serverId }) => serverId),
    errors: resolved.errors.map(({ message }) => message),
  };
}

describe("a server that cannot be one costs itself alone", () => {
  it.each<[string, object, string]>([
    ["a NUL in its command", { command: "x\0y" }, "/mcpServers/bad/command: it holds a NUL"],
    ["a NUL in an argument", { command: "x", args: ["a", "\0"] }, "/mcpServers/bad/args/1: it holds a NUL"],
    ["a NUL in its folder", { command: "x", cwd: "/a\0b" }, "/mcpServers/bad/cwd: it holds a NUL"],
    ["a NUL in a variable", { command: "x", env: { A: "\0" } }, "/mcpServers/bad/env/A: it holds a NUL"],
    ["a variable with =", { command: "x", env: { "A=B": "c" } }, "must not be empty or hold = or NUL"],
    ["a variable without a name", { command: "x", env: { "": "c" } }, "must not be empty or hold = or NUL"],
    ["a command of spaces", { command: "  " }, "expected the name of a program"],
    [
      "a command line for a command",
      { command: "npx -y server" },
      "it holds arguments, and there is no shell",
    ],
    ["a line break in its URL", { url: "https://h.example/a\nb" }, "a URL holds no spaces and line breaks"],
    ["a space behind its URL", { url: "https://h.example " }, "a URL holds no spaces and line breaks"],
    [
      "a line break in a header",
      { url: "https://h.example", headers: { x: "a\r\nb: c" } },
      "/mcpServers/bad/headers/x: its value has a line break",
    ],
    [
      "a header with a space",
      { url: "https://h.example", headers: { "x y": "a" } },
      "no header name may have",
    ],
    [
      "a header of the protocol",
      { url: "https://h.example", headers: { Host: "a" } },
      "belongs to the protocol",
    ],
    ["a header beyond Latin", { url: "https://h.example", headers: { x: "日本" } }, "no header may have"],
    ["an odd port", { url: "https://h.example", egress: { allow: ["db"] } }, "expected host:port"],
    [
      "what is nested without end",
      { url: "https://h.example", auth: JSON.parse(nested(200, '{"a":', "}")) },
      "nested",
    ],
  ])("%s", async (_name, values, message) => {
    const { servers, errors } = await outcome(server(values));
    expect(servers).toEqual(["good"]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });

  it.each([
    ["in auth", "auth: &a { mode: bearer, token: x, more: *a }"],
    ["in its variables", "env: &a { A: *a }"],
    ["as a whole", "x: *b"],
  ])("a part of itself, %s", async (_name, line) => {
    const text = `mcpServers:\n  bad: &b\n    url: https://h.example\n    ${line}\n  good: { command: x }\n`;
    const { servers, errors } = await outcome(text, "yaml");
    expect(servers).toEqual(["good"]);
    expect(errors[0]).toContain("/mcpServers/bad: it is nested deeper than any server, or a part of itself.");
  });

  it.each(["\u202Egood", "a\u2066b", "\ud800", "\0", ""])("the name %j", async (name) => {
    const { servers } = await outcome(
      json({ mcpServers: { [name]: { command: "x" }, good: { command: "x" } } }),
    );
    expect(servers).toEqual(["good"]);
  });
});

describe("a document that is none is refused with words for people", () => {
  it.each<[string, string, McpConfigFormat, string]>([
    ["lists in lists", nested(100_000, "[", "]"), "json", "it is nested deeper than any list of servers"],
    ["objects in objects", nested(20_000, '{"a":', "}"), "json", "deeper than"],
    [
      "lists in lists of YAML",
      nested(20_000, "[", "]"),
      "yaml",
      "it is nested deeper than any list of servers",
    ],
    ["two documents", "mcpServers: {}\n---\nmcpServers: {}\n", "yaml", "2:1"],
    [
      "a billion laughs",
      [
        "a: &a [x, x, x, x, x, x, x, x, x, x]",
        ..."bcdefghi".split("").map((name, at) => {
          const before = "abcdefgh"[at];
          return `${name}: &${name} [${Array(10).fill(`*${before}`).join(", ")}]`;
        }),
        "mcp_servers: *i",
      ].join("\n"),
      "yaml",
      "Excessive alias count",
    ],
  ])("%s", async (_name, text, format, message) => {
    const error = await parseMcpConfig(text, { format, file: "f" }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "config", file: "f" });
    expect(String(error)).toContain(message);
  });
});

describe("YAML as people write it", () => {
  it("has merge keys", async () => {
    const text = "x: &x { command: node, env: { A: b } }\nmcpServers:\n  a: { <<: *x, args: [one] }\n";
    const { servers } = await (await parseMcpConfig(text, { format: "yaml" })).resolve();
    expect(servers).toMatchObject([{ serverId: "a", command: "node", args: ["one"], env: { A: "b" } }]);
  });

  it("is told about no key of its own on the console", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    await outcome("mcpServers: { ? { a: b } : { command: x } }", "yaml");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

describe("placeholders", () => {
  it("take time that grows with their text, whatever it is", async () => {
    const time = async (piece: string, count: number): Promise<number> => {
      const config = await parseMcpConfig(server({ command: "x", args: [piece.repeat(count)] }));
      const before = performance.now();
      await config.resolve();
      return performance.now() - before;
    };
    for (const piece of ["${", "$CRED{", "$${", "${A:-", "$"]) {
      await time(piece, 1_000);
      const [small, large] = [await time(piece, 20_000), await time(piece, 320_000)];
      // Sixteen times the text: quadratic work would be 256 times as much.
      expect(large).toBeLessThan(100 * Math.max(small, 5));
    }
  });

  it("of names that every object has are not set", async () => {
    const config = await parseMcpConfig(
      server({ command: "x", args: ["${constructor}", "${__proto__:-y}"] }),
    );
    const variables: Record<string, string> = {};
    const { errors } = await config.resolve({ env: (name) => variables[name] });
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("the variable constructor is not set"),
    ]);
  });
});

describe("a file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "hostile-files-"));
    await symlink("loop-b", path.join(folder, "loop-a"));
    await symlink("loop-a", path.join(folder, "loop-b"));
    await writeFile(path.join(folder, "large.json"), "{");
    await truncate(path.join(folder, "large.json"), 50 * 1024 * 1024);
    await writeFile(path.join(folder, "utf16.json"), Buffer.from('\uFEFF{"mcpServers":{}}', "utf16le"));
    await writeFile(path.join(folder, "latin1.json"), Buffer.from('{"mcpServers":{"é":{}}}', "latin1"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ["loop-a", "ELOOP"],
    [".", "EISDIR"],
    ["nowhere.json", "ENOENT"],
    ["large.json", "longer than 16777216 bytes"],
    ["utf16.json", "no text in UTF-8"],
    ["latin1.json", "no text in UTF-8"],
    ["/dev/zero", "longer than 16777216 bytes"],
  ])("such as %s is refused with what is wrong with it", async (name, message) => {
    const file = path.resolve(folder, name);
    for (const read of [readMcpConfig, readMcpAgents])
      await expect(read(file)).rejects.toMatchObject({
        code: "config",
        file,
        message: expect.stringContaining(message),
      });
  });
});
