import type { JsonObject, McpSendOptions } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { modernServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";

const inputSchema: JsonObject = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    count: { type: "integer", "x-mcp-header": "Count" },
    dry: { type: "boolean", "x-mcp-header": "Dry-Run" },
    plain: { type: "string" },
    nested: { type: "object", properties: { id: { type: "string", "x-mcp-header": "Nested-Id" } } },
  },
};

/** A modern server with one mirrored tool, and the headers its calls came with. */
function mirrored(kind: "http" | "pipe" = "http", schema: () => JsonObject = () => inputSchema) {
  const headers: unknown[] = [];
  const server = modernServer({ "tools/list": () => ({ tools: [{ name: "t", inputSchema: schema() }] }) });
  const script: Script = (message, peer, options?: McpSendOptions) => {
    if (message.method === "tools/call") headers.push(options?.headers);
    server(message, peer, options);
  };
  return { ...scriptedSession(script, { era: "modern", kind }), headers };
}

describe("arguments with x-mcp-header", () => {
  test.each([
    [{ region: "eu", plain: "x" }, { "Mcp-Param-Region": "eu" }],
    [
      { count: 3, dry: false },
      { "Mcp-Param-Count": "3", "Mcp-Param-Dry-Run": "false" },
    ],
    [{ nested: { id: "a" } }, { "Mcp-Param-Nested-Id": "a" }],
    [{ region: " é" }, { "Mcp-Param-Region": "=?base64?IMOp?=" }],
    [{ region: null, count: null }, undefined],
    [{ region: {}, count: 2 ** 60 }, undefined],
    [{ plain: "x" }, undefined],
  ])("%o are mirrored as %o", async (args, expected) => {
    const { session, headers } = mirrored();
    await session.connect();
    await session.callTool("t", args);
    expect(headers).toEqual([expected]);
    await session.stop();
  });

  test("are not mirrored on a pipe", async () => {
    const { session, headers } = mirrored("pipe");
    await session.connect();
    await session.callTool("t", { region: "eu" });
    expect(headers).toEqual([undefined]);
    await session.stop();
  });

  test("follow a list that the server says is outdated: it is read again, and the call sent again once", async () => {
    let name = "Old";
    const schema = (): JsonObject => ({
      type: "object",
      properties: { a: { type: "string", "x-mcp-header": name } },
    });
    const { headers, ...scripted } = mirrored("http", schema);
    const server = modernServer({ "tools/list": () => ({ tools: [{ name: "t", inputSchema: schema() }] }) });
    const seen: unknown[] = [];
    const strict: Script = (message, peer, options) => {
      if (message.method === "tools/call") seen.push(options?.headers);
      if (message.method === "tools/call" && options?.headers?.["Mcp-Param-New"] === undefined)
        peer.fail(message, -32020);
      else server(message, peer, options);
    };
    const { session } = scriptedSession(strict, { era: "modern", kind: "http" });
    await session.connect();
    name = "New";
    expect((await session.callTool("t", { a: "1" })).isError).toBe(false);
    expect(seen).toEqual([{ "Mcp-Param-Old": "1" }, { "Mcp-Param-New": "1" }]);
    await session.stop();
    await scripted.session.stop();
    expect(headers).toEqual([]);
  });
});

describe("a tool whose annotation is not valid", () => {
  const property = (schema: JsonObject): JsonObject => ({ type: "object", properties: { a: schema } });
  const bad: readonly (readonly [string, JsonObject])[] = [
    ["an empty header name", property({ type: "string", "x-mcp-header": "" })],
    ["a header name with a space", property({ type: "string", "x-mcp-header": "a b" })],
    ["a header name with a line break", property({ type: "string", "x-mcp-header": "a\r\nb: c" })],
    ["a header name that is no string", property({ type: "string", "x-mcp-header": 1 })],
    ["an object property", property({ type: "object", "x-mcp-header": "A" })],
    ["a number property", property({ type: "number", "x-mcp-header": "A" })],
    ["a property without a type", property({ "x-mcp-header": "A" })],
    ["the schema itself", { type: "object", "x-mcp-header": "A" }],
    ["an item of a list", property({ type: "array", items: { type: "string", "x-mcp-header": "A" } })],
    ["a branch", { type: "object", oneOf: [property({ type: "string", "x-mcp-header": "A" })] }],
    ["a definition", { type: "object", $defs: { d: property({ type: "string", "x-mcp-header": "A" }) } }],
    [
      "one header twice",
      {
        type: "object",
        properties: {
          a: { type: "string", "x-mcp-header": "A" },
          b: { type: "string", "x-mcp-header": "a" },
        },
      },
    ],
  ];

  test.each(bad)("(%s) is left out over HTTP, and kept on a pipe", async (_what, schema) => {
    for (const [kind, names] of [
      ["http", ["good"]],
      ["pipe", ["bad", "good"]],
    ] as const) {
      const tools = [
        { name: "bad", inputSchema: schema },
        { name: "good", inputSchema },
      ];
      const { session } = scriptedSession(modernServer({ "tools/list": () => ({ tools }) }), {
        era: "modern",
        kind,
      });
      expect((await session.connect()).map(({ name }) => name)).toEqual(names);
      expect(session.quarantined.map(({ reason }) => reason)).toEqual(
        kind === "http" ? ["header-annotation"] : [],
      );
      await session.stop();
    }
  });
});
