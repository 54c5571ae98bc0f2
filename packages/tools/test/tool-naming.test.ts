import { createMcpTransportPoolFromTransports } from "@x/pool";
import {
  createToolRegistry,
  defineTool,
  type RegisterMcpToolsOptions,
  registerMcpTools,
  type ToolRegistryPort,
} from "@x/tools";
import { describe, expect, it } from "vitest";
import { type FakePort, fakePort, fakeTool } from "./fixtures/fake-port.ts";

const legal = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

async function namesOf(
  ports: readonly FakePort[],
  options: RegisterMcpToolsOptions,
  registry: ToolRegistryPort = createToolRegistry(),
): Promise<readonly string[]> {
  const pool = createMcpTransportPoolFromTransports({ transports: ports });
  return (await registerMcpTools(registry, pool, options)).toolNames;
}

describe("server__tool", () => {
  it("names a single transport's tools as a pool would", async () => {
    const registration = await registerMcpTools(createToolRegistry(), fakePort("a", ["one"]));
    expect(registration.toolNames).toEqual(["a__one"]);
  });

  it("keeps a pool's own separator", async () => {
    const pool = createMcpTransportPoolFromTransports({
      transports: [fakePort("a")],
      toolNameSeparator: "-",
    });
    expect((await registerMcpTools(createToolRegistry(), pool)).toolNames).toEqual(["a-echo"]);
  });

  it("gives way to a built-in with a name that stays the same after a restart", async () => {
    const twice = [];
    for (let run = 0; run < 2; run++) {
      const registry = createToolRegistry([defineTool({ name: "a__echo", execute: () => "built in" })]);
      twice.push(await namesOf([fakePort("a")], {}, registry));
      expect((await registry.dispatch("a__echo", {})).output).toBe("built in");
    }
    expect(twice[0]?.[0]).toMatch(/^a__echo_[0-9a-f]{10}$/);
    expect(twice[1]).toEqual(twice[0]);
  });
});

describe("mcp__server__tool", () => {
  it("puts mcp in front", async () => {
    const names = await namesOf([fakePort("a", ["one", "draw.create"])], { style: "mcp__server__tool" });
    expect(names[0]).toBe("mcp__a__one");
    expect(names[1]).toMatch(/^mcp__a__draw_create__[A-Za-z0-9]{10}$/);
  });
});

describe("on-collision", () => {
  const style = "on-collision" as const;

  it("keeps plain names, and prefixes what collides with a built-in or a server declared before", async () => {
    const registry = createToolRegistry([defineTool({ name: "read", execute: () => "built in" })]);
    const ports = [fakePort("fs", ["read", "write"]), fakePort("db", ["write", "query"])];
    expect(await namesOf(ports, { style }, registry)).toEqual([
      "mcp_fs_read",
      "write",
      "mcp_db_write",
      "query",
    ]);
    expect((await registry.dispatch("read", {})).output).toBe("built in");
    expect((await registry.dispatch("write", {})).output).toBe("fs/write");
    expect((await registry.dispatch("mcp_db_write", {})).output).toBe("db/write");
  });

  it("ranks by the order of the configuration, never by arrival", async () => {
    const [first, second] = [fakePort("first", ["run"]), fakePort("second", ["run"])];
    first.onList = () => new Promise((resolve) => setTimeout(resolve, 20));
    expect(await namesOf([first, second], { style })).toEqual(["run", "mcp_second_run"]);
  });

  it("leaves a name once given where it is", async () => {
    const registry = createToolRegistry();
    const [a, b] = [fakePort("a", []), fakePort("b", ["run"])];
    const pool = createMcpTransportPoolFromTransports({ transports: [a, b] });
    const registration = await registerMcpTools(registry, pool, { style });
    a.tools = [fakeTool("run")];
    a.emit({ type: "tools", added: ["run"], removed: [], changed: [] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(registration.toolNames).toEqual(["run", "mcp_a_run"]);
    expect((await registry.dispatch("run", {})).output).toBe("b/run");
    await pool.remove("b");
    expect(registration.toolNames).toEqual(["mcp_a_run"]);
  });

  it("gives the later of two equal prefixed names a hash", async () => {
    const registry = createToolRegistry([
      defineTool({ name: "b_c", execute: () => 0 }),
      defineTool({ name: "c", execute: () => 0 }),
    ]);
    const ports = [fakePort("a", ["b_c"]), fakePort("a_b", ["c"])];
    const names = await namesOf(ports, { style }, registry);
    expect(names[0]).toBe("mcp_a_b_c");
    expect(names[1]).toMatch(/^mcp_a_b_c_[0-9a-f]{10}$/);
    expect((await registry.dispatch(names[1] ?? "", {})).output).toBe("a_b/c");
  });

  it("cleans what no provider takes and still tells everything apart", async () => {
    const odd = ["draw.create", "draw/create", "x".repeat(100), "9", "ünï"];
    const names = await namesOf([fakePort("a", odd), fakePort("a.b", odd)], { style });
    expect(new Set(names).size).toBe(10);
    for (const name of names) expect(name).toMatch(legal);
    expect(await namesOf([fakePort("a", odd), fakePort("a.b", odd)], { style })).toEqual(names);
  });
});

describe("a function", () => {
  it("names the tools, and its collisions get a hash", async () => {
    const style = ({ serverToolName }: { readonly serverToolName: string }): string => `my-${serverToolName}`;
    const names = await namesOf([fakePort("a", ["run", "x y"]), fakePort("b", ["run"])], { style });
    expect(names[0]).toBe("my-run");
    expect(names[1]).toMatch(/^my-x_y_[0-9a-f]{10}$/);
    expect(names[2]).toMatch(/^my-run_[0-9a-f]{10}$/);
  });
});

describe("allow and deny", () => {
  const tools = ["read_file", "read_dir", "write_file", "*"];

  it.each([
    [{ allow: ["read_*"] }, ["read_file", "read_dir"]],
    [{ deny: ["*_file"] }, ["read_dir", "*"]],
    [{ allow: ["*"], deny: ["fs/write*", "read_dir"] }, ["read_file", "*"]],
    [{ allow: ["fs/*"] }, tools],
    [{ allow: ["other/*"] }, []],
    [{ allow: [] }, []],
    [{ allow: ["r*d*f*e", "r*e*"], deny: ["read_fil"] }, ["read_file", "read_dir"]],
    [{ allow: ["read_file*file"] }, []],
    [{ allow: ["r**_*"] }, ["read_file", "read_dir"]],
  ])("%j leaves %j", async (filter, left) => {
    const registry = createToolRegistry();
    await registerMcpTools(registry, fakePort("fs", tools), filter);
    expect(registry.list().map(({ origin }) => origin?.serverToolName)).toEqual(left);
  });

  it("hold for tools that come later as well", async () => {
    const port = fakePort("fs", ["read"]);
    const registration = await registerMcpTools(createToolRegistry(), port, { deny: ["rm*"] });
    port.tools = [fakeTool("read"), fakeTool("rm_all"), fakeTool("list")];
    port.emit({ type: "tools", added: ["rm_all", "list"], removed: [], changed: [] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(registration.toolNames).toEqual(["fs__read", "fs__list"]);
  });
});
