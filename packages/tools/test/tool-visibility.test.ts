import type { McpTool } from "@x/mcp-core";
import { createMcpTransportPoolFromTransports } from "@x/pool";
import { createToolRegistry, registerMcpTools } from "@x/tools";
import { toOpenAiChatTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";
import { fakePort, fakeTool } from "./fixtures/fake-port.ts";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const visible = (name: string, visibility?: unknown): McpTool =>
  fakeTool(name, { _meta: { ui: visibility === undefined ? {} : { visibility } } });
const namesOf = (tools: readonly McpTool[]): readonly string[] => tools.map(({ name }) => name);
const tools = [
  fakeTool("plain"),
  visible("both"),
  visible("model", ["model"]),
  visible("app", ["app"]),
  visible("nobody", []),
  visible("odd", "app"),
];

describe("the visibility of a tool", () => {
  it("decides whether a model gets it, and whether views of its server may call it", async () => {
    const registry = createToolRegistry();
    const pool = createMcpTransportPoolFromTransports({ transports: [fakePort("a", tools)] });
    const registration = await registerMcpTools(registry, pool);
    expect(registration.toolNames).toEqual(["a__plain", "a__both", "a__model"]);
    expect(toOpenAiChatTools(registry.list()).tools).toHaveLength(3);
    expect(registry.get("a__app")).toBeUndefined();
    expect(namesOf(registration.appTools)).toEqual(["a__plain", "a__both", "a__app"]);
    expect((await pool.callTool("a__app", {})).output).toBe("a/app");
    await registration.stop();
    expect(registration.appTools).toEqual([]);
    await pool.stop();
  });

  it("is followed: a tool that is no longer for the model is taken from it", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a", [visible("one"), visible("two", ["app"])]);
    const other = fakePort("b", [visible("kept", ["app"])]);
    const pool = createMcpTransportPoolFromTransports({ transports: [port, other] });
    const registration = await registerMcpTools(registry, pool);
    port.tools = [visible("one", ["app"]), visible("two")];
    port.emit({ type: "tools", added: [], removed: [], changed: ["one", "two"] });
    await settled();
    expect(registration.toolNames).toEqual(["a__two"]);
    expect(namesOf(registration.appTools).toSorted()).toEqual(["a__one", "a__two", "b__kept"]);
    port.tools = [visible("one", ["app"])];
    port.emit({ type: "tools", added: [], removed: ["two"], changed: [] });
    await settled();
    expect(registration.toolNames).toEqual([]);
    expect(namesOf(registration.appTools).toSorted()).toEqual(["a__one", "b__kept"]);
    await pool.remove("b");
    expect(namesOf(registration.appTools)).toEqual(["a__one"]);
    await pool.stop();
    expect(registration.appTools).toEqual([]);
  });

  it("does not widen what the host allows", async () => {
    const registration = await registerMcpTools(createToolRegistry(), fakePort("a", tools), {
      allow: ["*o*", "app"],
      deny: ["both"],
    });
    expect(registration.toolNames).toEqual(["a__model"]);
    expect(namesOf(registration.appTools)).toEqual(["app"]);
  });
});
