import type { JsonObject } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { echoTool, legacyServer, modernServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

const good = (name: string): JsonObject => ({ ...echoTool, name });

describe.each([
  ["legacy", legacyServer],
  ["modern", modernServer],
] as const)("in the %s era one bad tool costs one tool", (era, server) => {
  const unusable: readonly (readonly [string, unknown, string])[] = [
    ["no object", "tool", "name"],
    ["null", null, "name"],
    ["without a name", { inputSchema: { type: "object" } }, "name"],
    ["with an empty name", { ...good(""), name: "  " }, "name"],
    ["with a name of another type", { ...good(""), name: 5 }, "name"],
    ["with control characters in its name", good("a\u001b[2Jb"), "name"],
    ["with the name of another", good("one"), "duplicate"],
    ["without an input schema", { name: "x" }, "input-schema"],
    ["with null as input schema", { name: "x", inputSchema: null }, "input-schema"],
    ["with true as input schema", { name: "x", inputSchema: true }, "input-schema"],
    ["with an input schema of type string", { name: "x", inputSchema: { type: "string" } }, "input-schema"],
    ["with a giant description", { ...good("x"), description: "d".repeat(5000) }, "too-large"],
  ];
  test.each(unusable)("%s", async (_what, tool, reason) => {
    const list = { resultType: "complete", tools: [good("one"), tool, good("two")] };
    const { session, events } = scriptedSession(server({ "tools/list": () => list }), {
      era,
      maxToolBytes: 4096,
    });
    expect((await session.connect()).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(session.quarantined).toEqual([
      expect.objectContaining({ serverId: "server", reason, detail: expect.any(String) }),
    ]);
    expect((await session.callTool("two", { text: "ok" })).output).toBe("ok");
    await session.listTools();
    expect(events.filter((event) => event.type === "quarantine")).toHaveLength(1);
    await session.stop();
  });

  const odd: readonly (readonly [string, JsonObject])[] = [
    ["output schema", { outputSchema: "none" }],
    ["description", { description: null }],
    ["title", { title: 7 }],
    ["annotations", { annotations: [] }],
    ["icons", { icons: ["icon.png"] }],
    ["_meta", { _meta: null }],
  ];
  test.each(odd)("and a bad %s costs that field alone, with one warning", async (_field, fields) => {
    const [key = ""] = Object.keys(fields);
    const list = { tools: [{ ...good("one"), ...fields }] };
    const { session, events } = scriptedSession(server({ "tools/list": () => list }), { era });
    const [tool] = await session.connect();
    expect(tool).toBeDefined();
    expect(tool).not.toHaveProperty(key);
    await session.listTools();
    expect(events.filter((event) => event.type === "warning")).toEqual([
      expect.objectContaining({ code: "odd-tool", message: expect.stringContaining(key) }),
    ]);
    await session.stop();
  });
});

test("schemas stay the objects that came, unknown fields and all", async () => {
  const inputSchema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { a: { $anchor: "a", type: "string" } },
    allOf: [{ anyOf: [{ required: ["x"] }, { not: { required: ["y"] } }] }],
    "x-vendor": { deep: [1, null] },
  };
  const outputSchema = { type: "array", items: { $ref: "#/$defs/missing" } };
  const tool = {
    name: "raw",
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true },
    _meta: { k: 1 },
  };
  const { session } = scriptedSession(legacyServer({ "tools/list": () => ({ tools: [tool] }) }));
  const [listed] = await session.connect();
  expect(JSON.stringify(listed?.inputSchema)).toBe(JSON.stringify(inputSchema));
  expect(JSON.stringify(listed?.outputSchema)).toBe(JSON.stringify(outputSchema));
  expect(listed).toMatchObject({
    annotations: { readOnlyHint: true },
    _meta: { k: 1 },
    serverToolName: "raw",
  });
  await session.stop();
});

test("a schema nested a hundred thousand deep is measured, not recursed into", async () => {
  let inputSchema: JsonObject = { type: "object" };
  for (let depth = 0; depth < 100_000; depth++) inputSchema = { properties: inputSchema };
  const { inspectTool } = await import("../../src/tools/inspect-tool.ts");
  const rules = { serverId: "s", maxToolBytes: 1024 * 1024, mirrorsHeaders: true };
  const inspected = inspectTool({ name: "deep", inputSchema }, new Set<string>(), rules);
  expect(inspected).toMatchObject({ reason: "too-large" });
});

test("a server without the capability has no tools, and is not asked for any", async () => {
  const { session, peer } = scriptedSession(legacyServer({}, { resources: {} }));
  expect(await session.connect()).toEqual([]);
  expect(await session.listTools()).toEqual([]);
  expect(peer().sent.some((message) => message.method === "tools/list")).toBe(false);
  await expect(session.callTool("echo", {})).rejects.toMatchObject({ code: "tool_not_found" });
  await session.stop();
});
