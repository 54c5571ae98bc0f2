import { encodeToolName, ToolNotFoundError } from "@x/mcp-core";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakeTool } from "./fixtures/fake-port.ts";

describe("names", () => {
  it("are prefixed with the server and lead back to it", async () => {
    const { pool } = fakePool([
      fakeConfig("a", { tools: ["search"] }),
      fakeConfig("b", { tools: ["search"] }),
    ]);
    const tools = await pool.connect();
    expect(tools.map(({ name, serverId, serverToolName }) => [name, serverId, serverToolName])).toEqual([
      ["a__search", "a", "search"],
      ["b__search", "b", "search"],
    ]);
    expect((await pool.callTool("b__search", {})).output).toBe("b/search");
    expect((await pool.callTool("a__search", {})).output).toBe("a/search");
    await pool.stop();
  });

  it("that no provider takes are encoded, and never split to find the way back", async () => {
    const odd = ["draw.io/create", "a__b", "x".repeat(90), "ünïcode"];
    const servers = [fakeConfig("a__b", { tools: odd }), fakeConfig("a", { tools: ["b__a__b"] })];
    const { pool } = fakePool(servers);
    const tools = await pool.connect();
    expect(new Set(tools.map(({ name }) => name)).size).toBe(5);
    for (const { name, serverId, serverToolName } of tools) {
      expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
      expect((await pool.callTool(name, {})).output).toBe(`${serverId}/${serverToolName}`);
    }
    await pool.stop();
  });

  it("do not depend on the order in which the servers start or are declared", async () => {
    const configs = ["x", "y", "z"].map((id) => fakeConfig(id, { tools: ["one", "t.wo"] }));
    const namesOf = async (order: typeof configs, first: string): Promise<readonly string[]> => {
      const { pool, port } = fakePool(order);
      await port(first).connect();
      const tools = await pool.connect();
      await pool.stop();
      return tools.map(({ name }) => name).sort();
    };
    expect(await namesOf(configs, "z")).toEqual(await namesOf(configs.toReversed(), "y"));
  });

  it("are listed in the order of the configuration, whoever answers first", async () => {
    const { pool, port } = fakePool([fakeConfig("slow"), fakeConfig("fast")]);
    port("slow").onList = () => new Promise((resolve) => setTimeout(resolve, 20));
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["slow__echo", "fast__echo"]);
    await pool.stop();
  });

  it("take another separator", async () => {
    const { pool } = fakePool([fakeConfig("a")], { toolNameSeparator: "-" });
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["a-echo"]);
    await pool.stop();
  });
});

describe("a name that is not known", () => {
  it("makes only the server it may belong to list once, without any connect before", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    expect((await pool.callTool("a__echo", {})).output).toBe("a/echo");
    expect(port("a").log).toEqual(["list", "call echo"]);
    expect(port("b").log).toEqual([]);
    await pool.stop();
  });

  it("is found after an encoded name as well", async () => {
    const { pool } = fakePool([fakeConfig("a", { tools: ["draw.create"] })]);
    expect((await pool.callTool(encodeToolName("a", "draw.create"), {})).output).toBe("a/draw.create");
    await pool.stop();
  });

  it("is an error with the nearest names", async () => {
    const { pool, port } = fakePool([fakeConfig("a", { tools: ["search"] })]);
    await pool.connect();
    const error = await pool.callTool("a__serch", {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolNotFoundError);
    expect(error).toMatchObject({ where: "server", nearest: ["a__search"], outcome: "not-sent" });
    expect(port("a").log).toEqual(["connect", "list"]);
    await expect(pool.callTool("nobody__search", {})).rejects.toThrow(ToolNotFoundError);
    expect(port("a").log).toEqual(["connect", "list"]);
    await pool.stop();
  });

  it("tells why its server cannot be asked", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    const down = new Error("down");
    port("a").onList = () => Promise.reject(down);
    await expect(pool.callTool("a__echo", {})).rejects.toBe(down);
    await pool.stop();
  });

  it("is another one where a call names another server", async () => {
    const { pool } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    await pool.connect();
    await expect(pool.callTool("a__echo", {}, { serverId: "b" })).rejects.toThrow(ToolNotFoundError);
    expect((await pool.callTool("a__echo", {}, { serverId: "a" })).output).toBe("a/echo");
    await pool.stop();
  });
});

describe("request", () => {
  it("goes to the server that is named", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    expect(await pool.request("resources/list", {}, { serverId: "b" })).toEqual({
      method: "resources/list",
      params: {},
    });
    expect(port("a").log).toEqual([]);
    await pool.stop();
  });

  it.each([{}, { serverId: "c" }])(
    "names the servers there are where none of them is named (%j)",
    async (options) => {
      const { pool } = fakePool([fakeConfig("a"), fakeConfig("b")]);
      const error = await pool.request("resources/list", {}, options).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "config", outcome: "not-sent" });
      expect(String(error)).toContain('"a", "b"');
      await pool.stop();
    },
  );
});

describe("results", () => {
  it("carry the UI of the result and of the tool's declaration", async () => {
    const { pool, port } = fakePool([fakeConfig("shop", { tools: [] })]);
    port("shop").tools = [fakeTool("cart", { _meta: { ui: { resourceUri: "ui://shop/app" } } })];
    port("shop").onCall = async () => ({
      content: [{ type: "resource", resource: { uri: "ui://shop/cart", text: "<p>" } }],
    });
    await pool.connect();
    const result = await pool.callTool("shop__cart", {}, { toolCallId: "7" });
    const origin = { serverId: "shop", toolName: "cart", toolCallId: "7" };
    expect(result.uiResources).toEqual([
      { uri: "ui://shop/cart", src: "ui://shop/cart", text: "<p>", ...origin },
      { uri: "ui://shop/app", src: "ui://shop/app", ...origin },
    ]);
    expect(result.raw).toEqual(await port("shop").onCall("cart", {}));
    await pool.stop();
  });

  it("without UI carry an empty list", async () => {
    const { pool } = fakePool([fakeConfig("a")]);
    expect((await pool.callTool("a__echo", {})).uiResources).toEqual([]);
    await pool.stop();
  });
});
