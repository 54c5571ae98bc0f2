import { ConfigError, ToolError } from "@x/mcp-core";
import { createMcpTransportPool, createMcpTransportPoolFromTransports } from "@x/pool";
import { createToolRegistry, defineTool, registerMcpTools } from "@x/tools";
import { describe, expect, it } from "vitest";
import { type FakePort, fakePort, fakeTool } from "./fixtures/fake-port.ts";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const poolOf = (...transports: FakePort[]): ReturnType<typeof createMcpTransportPoolFromTransports> =>
  createMcpTransportPoolFromTransports({ transports });

describe("the tools of a pool", () => {
  it("are dispatched like local ones, and can be taken out again", async () => {
    const registry = createToolRegistry([defineTool({ name: "here", execute: () => "local" })]);
    const pool = poolOf(fakePort("a"), fakePort("b", ["search"]));
    const registration = await registerMcpTools(registry, pool);
    expect(registration.toolNames).toEqual(["a__echo", "b__search"]);
    expect(registry.list().map(({ name }) => name)).toEqual(["here", "a__echo", "b__search"]);
    expect(await registry.dispatch("b__search", {})).toMatchObject({ output: "b/search", uiResources: [] });
    expect((await registry.dispatch("here", {})).output).toBe("local");
    await registration.stop();
    await registration.stop();
    expect(registry.list().map(({ name }) => name)).toEqual(["here"]);
    expect(registration.toolNames).toEqual([]);
    expect(pool.state).toBe("connected");
    await pool.stop();
  });

  it("keep schema, description, hints and origin", async () => {
    const registry = createToolRegistry();
    const tool = fakeTool("pay", {
      title: "Pay",
      description: "Pays.",
      inputSchema: { type: "object", required: ["sum"] },
      outputSchema: { type: "object" },
      annotations: { destructiveHint: true },
      _meta: { ui: {} },
    });
    await registerMcpTools(registry, poolOf(fakePort("bank", [tool])));
    const { name, serverId, serverToolName, ...kept } = tool;
    expect(registry.get("bank__pay")).toMatchObject({
      ...kept,
      name: "bank__pay",
      origin: { serverId: "bank", serverToolName: "pay" },
    });
  });

  it("answer with an error result, and throw a ToolError only where they are executed directly", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a");
    port.onCall = async () => ({ content: [{ type: "text", text: "no" }], isError: true });
    await registerMcpTools(registry, port);
    expect(await registry.dispatch("a__echo", {})).toMatchObject({ isError: true, output: "no" });
    await expect(registry.get("a__echo")?.execute({})).rejects.toThrow(ToolError);
  });

  it("pass options on to the server", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a");
    await registerMcpTools(registry, port);
    const options = { signal: AbortSignal.abort(new Error("enough")) };
    await expect(registry.dispatch("a__echo", {}, options)).rejects.toThrow("enough");
  });

  it("are none where not one server can be listed", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a");
    port.onList = () => Promise.reject(new Error("down"));
    await expect(registerMcpTools(registry, port)).rejects.toThrow("down");
    expect(registry.list()).toEqual([]);
    expect(port.listening("tools") || port.listening("state")).toBe(false);
  });

  it("are not registered twice", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a");
    await registerMcpTools(registry, port);
    const second = await registerMcpTools(registry, port);
    expect(second.toolNames).toHaveLength(1);
    await expect(registerMcpTools(registry, port)).rejects.toThrow(ConfigError);
    expect(registry.list()).toHaveLength(2);
    await second.stop();
    expect(registry.list().map(({ name }) => name)).toEqual(["a__echo"]);
  });
});

describe("following", () => {
  it("adds, replaces and takes out what a server announces", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a", ["one", "two"]);
    const registration = await registerMcpTools(registry, poolOf(port, fakePort("b")));
    const before = registry.get("a__one");
    port.tools = [fakeTool("one", { description: "better" }), fakeTool("three")];
    port.emit({ type: "tools", added: ["three"], removed: ["two"], changed: ["one"] });
    await settled();
    expect(registration.toolNames.toSorted()).toEqual(["a__one", "a__three", "b__echo"]);
    expect(before?.description).toBeUndefined();
    expect(registry.get("a__one")?.description).toBe("better");
    expect((await registry.dispatch("a__three", {})).output).toBe("a/three");
  });

  it("keeps the tools of a server that is reconnecting and takes out those of one that is closed", async () => {
    const registry = createToolRegistry();
    const [a, b] = [fakePort("a"), fakePort("b")];
    const pool = poolOf(a, b);
    const registration = await registerMcpTools(registry, pool);
    a.move("reconnecting", { reason: "dropped" });
    b.move("disconnected", { reason: "crash-loop" });
    expect(registration.toolNames).toEqual(["a__echo", "b__echo"]);
    a.move("connected");
    await pool.remove("b");
    expect(registration.toolNames).toEqual(["a__echo"]);
    await pool.stop();
    expect(registration.toolNames).toEqual([]);
  });

  it("follows servers that are added, changed and removed while the pool runs", async () => {
    const registry = createToolRegistry();
    const servers = [{ kind: "fake", serverId: "a", tools: ["one"] }];
    const pool = createMcpTransportPool({
      servers,
      factories: {
        fake: ({
          serverId,
          tools,
        }: {
          readonly kind: string;
          readonly serverId: string;
          readonly tools: string[];
        }) => fakePort(serverId, tools),
      },
    });
    const registration = await registerMcpTools(registry, pool);
    pool.add({ kind: "fake", serverId: "b", tools: ["two"] });
    await settled();
    expect(registration.toolNames).toEqual(["a__one", "b__two"]);
    await pool.reconfigure([{ kind: "fake", serverId: "a", tools: ["other"] }]);
    await settled();
    expect(registration.toolNames).toEqual(["a__other"]);
    expect((await registry.dispatch("a__other", {})).output).toBe("a/other");
    await pool.stop();
    expect(registry.list()).toEqual([]);
  });

  it("registers a slow server when it comes, and makes nobody wait for it", async () => {
    const registry = createToolRegistry([defineTool({ name: "here", execute: () => 1 })]);
    const slow = fakePort("slow");
    let arrive = (): void => {};
    slow.onList = () => new Promise((resolve) => (arrive = resolve));
    const registration = await registerMcpTools(registry, poolOf(slow, fakePort("fast")), { timeoutMs: 20 });
    expect(registration.toolNames).toEqual(["fast__echo"]);
    expect((await registry.dispatch("here", {})).output).toBe(1);
    slow.onList = async () => {};
    arrive();
    await settled();
    expect(registration.toolNames).toEqual(["fast__echo", "slow__echo"]);
  });

  it("hears what was announced while the first list was under way", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a", ["one"]);
    port.onList = async () => {
      port.onList = async () => {};
      const { tools } = port;
      port.tools = [...tools, fakeTool("two")];
      port.emit({ type: "tools", added: ["two"], removed: [], changed: [] });
      port.tools = tools;
      queueMicrotask(() => queueMicrotask(() => (port.tools = [...tools, fakeTool("two")])));
    };
    const registration = await registerMcpTools(registry, port);
    await settled();
    expect(registration.toolNames.toSorted()).toEqual(["a__one", "a__two"]);
  });

  it("does not ask a server for ever that lists something else each time", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a", ["t0"]);
    let lists = 0;
    port.onList = async () => {
      const removed = port.tools.map(({ name }) => name);
      port.tools = [fakeTool(`t${++lists}`)];
      port.emit({ type: "tools", added: [`t${lists}`], removed, changed: [] });
    };
    const registration = await registerMcpTools(registry, port);
    port.emit({ type: "tools", added: ["t2"], removed: [], changed: [] });
    await settled();
    expect(lists).toBe(2);
    expect(registration.toolNames).toEqual(["a__t2"]);
  });

  it("reads a list again after a reconnect where it could not be read before", async () => {
    const registry = createToolRegistry();
    const errors: unknown[] = [];
    const port = fakePort("a", ["one"]);
    const registration = await registerMcpTools(registry, port, { onError: (error) => errors.push(error) });
    const lost = new Error("lost");
    port.onList = () => Promise.reject(lost);
    port.tools = [fakeTool("one"), fakeTool("two")];
    port.emit({ type: "tools", added: ["two"], removed: [], changed: [] });
    await settled();
    expect(errors).toEqual([lost]);
    expect(registration.toolNames).toEqual(["a__one"]);
    port.onList = async () => {};
    port.move("reconnecting");
    port.move("connected");
    await settled();
    expect(registration.toolNames).toEqual(["a__one", "a__two"]);
  });

  it("ends with stop, whatever is announced later", async () => {
    const registry = createToolRegistry();
    const port = fakePort("a");
    const registration = await registerMcpTools(registry, port);
    let answer = (): void => {};
    port.onList = () => new Promise((resolve) => (answer = resolve));
    port.emit({ type: "tools", added: ["new"], removed: [], changed: [] });
    await registration.stop();
    answer();
    await settled();
    expect(registry.list()).toEqual([]);
    expect(port.listening("tools") || port.listening("state")).toBe(false);
  });
});
