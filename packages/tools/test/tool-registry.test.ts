import { ConfigError, McpProtocolError, ToolError, ToolNotFoundError } from "@x/mcp-core";
import { createToolRegistry, defineTool, type ToolDefinition } from "@x/tools";
import { describe, expect, it } from "vitest";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
  parse: ({ a, b }) => {
    if (typeof a !== "number" || typeof b !== "number") throw new Error("a and b must be numbers");
    return { a, b };
  },
  execute: ({ a, b }) => a + b,
});

describe("a local tool", () => {
  it("is dispatched, and its value is an answer like a server's", async () => {
    const registry = createToolRegistry([add]);
    expect(await registry.dispatch("add", { a: 1, b: 2 }, { toolCallId: "7" })).toEqual({
      serverId: "local",
      toolName: "add",
      toolCallId: "7",
      isError: false,
      output: 3,
      content: [{ type: "text", text: "3" }],
      structuredContent: 3,
      raw: { content: [{ type: "text", text: "3" }], structuredContent: 3 },
    });
    expect(await add.execute({ a: 1, b: 2 })).toBe(3);
  });

  it.each([
    ["text", "text", [{ type: "text", text: "text" }]],
    [{ a: [1] }, { a: [1] }, [{ type: "text", text: '{"a":[1]}' }]],
    [null, null, [{ type: "text", text: "null" }]],
    [undefined, "", []],
  ])("may return %j", async (value, output, content) => {
    const registry = createToolRegistry([defineTool({ name: "give", execute: async () => value })]);
    expect(await registry.dispatch("give", {})).toMatchObject({ output, content, isError: false });
  });

  it("gives each call an id where the caller has none", async () => {
    const seen: unknown[] = [];
    const execute = (_args: unknown, { toolCallId }: { readonly toolCallId?: string }): unknown =>
      seen.push(toolCallId);
    const registry = createToolRegistry([defineTool({ name: "note", execute })]);
    const ids = [await registry.dispatch("note", {}), await registry.dispatch("note", {})].map(
      (r) => r.toolCallId,
    );
    expect(new Set(ids).size).toBe(2);
    expect(seen).toEqual(ids);
  });

  it("that throws gives an error result, so that the turn goes on", async () => {
    const registry = createToolRegistry([add]);
    const result = await registry.dispatch("add", { a: "x" });
    expect(result).toMatchObject({ isError: true, output: "a and b must be numbers", serverId: "local" });
  });

  it("that returns what JSON cannot write gives an error result", async () => {
    const registry = createToolRegistry([defineTool({ name: "big", execute: () => 1n })]);
    expect((await registry.dispatch("big", {})).isError).toBe(true);
  });

  it("is not called for a caller who has given up, and says that it may have run for one who gives up later", async () => {
    const giveUp = new AbortController();
    let runs = 0;
    const execute = async (): Promise<never> => {
      runs++;
      giveUp.abort(new Error("enough"));
      throw new Error("aborted within");
    };
    const registry = createToolRegistry([defineTool({ name: "slow", execute })]);
    const call = (): Promise<unknown> => registry.dispatch("slow", {}, { signal: giveUp.signal });
    await expect(call()).rejects.toMatchObject({
      code: "cancelled",
      outcome: "unknown",
      cause: { message: "enough" },
    });
    await expect(call()).rejects.toMatchObject({ code: "cancelled", outcome: "not-sent" });
    expect(runs).toBe(1);
  });
});

describe("a tool of another make", () => {
  const shape = { description: "", inputSchema: { type: "object" } };
  const result = {
    serverId: "s",
    toolName: "t",
    toolCallId: "1",
    isError: true,
    output: "no",
    content: [],
    raw: {},
  };

  it("that throws a ToolError gives the answer in it", async () => {
    const tool: ToolDefinition = {
      ...shape,
      name: "remote",
      execute: () => Promise.reject(new ToolError({ toolName: "remote", result })),
    };
    expect(await createToolRegistry([tool]).dispatch("remote", {})).toBe(result);
  });

  it("that cannot reach its server rejects with the reason", async () => {
    const error = new McpProtocolError({ phase: "call", message: "It is gone.", outcome: "unknown" });
    const failing = { ...shape, name: "remote", execute: () => Promise.reject(error) };
    await expect(createToolRegistry([failing]).dispatch("remote", {})).rejects.toBe(error);
    const other = new TypeError("a sandbox's own error");
    const calling = { ...failing, call: () => Promise.reject(other) };
    await expect(createToolRegistry([calling]).dispatch("remote", {})).rejects.toBe(other);
  });
});

describe("names", () => {
  it("that are not known are answered with the nearest", async () => {
    const registry = createToolRegistry([add]);
    const error = await registry.dispatch("ad", {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolNotFoundError);
    expect(error).toMatchObject({ where: "registry", nearest: ["add"] });
  });

  it("belong to whoever has them", () => {
    const registry = createToolRegistry([add]);
    expect(() => registry.register(defineTool({ name: "add", execute: () => 0 }))).toThrow(ConfigError);
    expect(registry.get("add")).toBe(add);
    expect(registry.unregister("add")).toBe(true);
    expect(registry.unregister("add")).toBe(false);
    registry.register(add);
    expect(registry.list()).toEqual([add]);
  });

  it.each(["", "9lives", "draw.create", "ünï", "a b", "x".repeat(65)])(
    "that no provider takes are refused (%s)",
    (name) => {
      expect(() => defineTool({ name, execute: () => 0 })).toThrow(ConfigError);
      expect(() => createToolRegistry([{ ...add, name }])).toThrow(ConfigError);
    },
  );
});
