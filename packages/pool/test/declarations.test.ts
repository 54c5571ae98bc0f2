import { ConfigError } from "@x/mcp-core";
import { createMcpTransportPool, createMcpTransportPoolFromTransports } from "@x/pool";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakePort } from "./fixtures/fake-port.ts";

const refused = (make: () => unknown): ConfigError => {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("a declaration that is refused", () => {
  it.each([
    ["an id used twice", [fakeConfig("a"), fakeConfig("a")], "/servers/1/serverId", '"a" is taken'],
    ["an empty id", [fakeConfig("")], "/servers/0/serverId", "a server id is 1 to 128 characters"],
    ["an id with a line break", [fakeConfig("a\nb")], "/servers/0/serverId", "without control characters"],
    ["an id that is too long", [fakeConfig("a".repeat(129))], "/servers/0/serverId", "1 to 128"],
    ["the id of the pool itself", [fakeConfig("mcp-pool")], "/servers/0/serverId", "is taken"],
    ["an unknown kind", [{ kind: "fakee", serverId: "a" }], "/servers/0/kind", 'Did you mean "fake"?'],
    ["a missing kind", [{ serverId: "a" }], "/servers/0/kind", "Known kinds: fake"],
    ["no object", ["a"], "/servers/0", "expected a server as an object"],
    ["a function", [{ ...fakeConfig("a"), deep: { "x/y": () => 1 } }], "/servers/0/deep/x~1y", "plain data"],
    ["an object with a class", [{ ...fakeConfig("a"), when: new Date(0) }], "/servers/0/when", "plain data"],
    [
      "a number JSON cannot write",
      [{ ...fakeConfig("a"), version: Number.NaN }],
      "/servers/0/version",
      "plain data",
    ],
  ])("%s", (_what, servers, pointer, part) => {
    const error = refused(() => fakePool(servers as never));
    expect(error.pointer).toBe(pointer);
    expect(error.message).toContain(part);
  });

  it("starts nothing, not even what is declared well", () => {
    let made = 0;
    const fake = ({ serverId }: { readonly serverId: string }): ReturnType<typeof fakePort> => {
      made++;
      return fakePort(serverId);
    };
    const servers = [fakeConfig("a"), fakeConfig("a")];
    expect(() => createMcpTransportPool({ servers, factories: { fake } })).toThrow(ConfigError);
    expect(made).toBe(0);
  });

  it("may be a ready-made transport that has the id of another", () => {
    const transports = [fakePort("a"), fakePort("a")];
    expect(refused(() => createMcpTransportPoolFromTransports({ transports })).pointer).toBe(
      "/transports/1/serverId",
    );
  });

  it("may be a separator that is none", () => {
    expect(refused(() => fakePool([fakeConfig("a")], { toolNameSeparator: "." })).pointer).toBe(
      "/toolNameSeparator",
    );
  });

  it("repeats no value, which may be a secret", () => {
    const secret = { ...fakeConfig("a"), env: { TOKEN: Symbol("hunter2") } };
    expect(refused(() => fakePool([secret as never])).message).not.toContain("hunter2");
  });
});

describe("a declaration that is taken", () => {
  it("survives a round trip through JSON", async () => {
    const servers = [
      fakeConfig("a", { tools: ["x"], version: 1 }),
      fakeConfig("ünï code/ü", { tools: ["y.z"] }),
    ];
    const names = async (list: typeof servers): Promise<readonly string[]> => {
      const { pool } = fakePool(list);
      const tools = await pool.connect();
      await pool.stop();
      return tools.map(({ name }) => name);
    };
    expect(await names(JSON.parse(JSON.stringify(servers)))).toEqual(await names(servers));
  });
});

describe("options of the wrong shape are refused", () => {
  it.each([
    ["servers by name", { servers: { a: fakeConfig("a") } }, "/servers", "expected a list of servers"],
    ["no servers", { servers: undefined }, "/servers", "expected a list of servers"],
    [
      "a misspelt limit",
      { limits: { maxInflight: 2 } },
      "/limits/maxInflight",
      'Did you mean "maxInFlight"?',
    ],
    ["a limit nothing passes", { limits: { maxInFlight: 0 } }, "/limits/maxInFlight", "a number above 0"],
    ["half a call", { limits: { maxInFlight: 0.5 } }, "/limits/maxInFlight", "would never let any through"],
    ["a limit that is no number", { limits: { maxQueued: Number.NaN } }, "/limits/maxQueued", "0 or more"],
    [
      "a server's limit",
      { serverLimits: { "a/b": { maxInFlight: "2" } } },
      "/serverLimits/a~1b/maxInFlight",
      "a string",
    ],
    ["a deadline that is no number", { settleTimeoutMs: Number.NaN }, "/settleTimeoutMs", "a number above 0"],
    ["a separator that is no text", { toolNameSeparator: null }, "/toolNameSeparator", "but found null"],
  ])("%s", (_what, options, pointer, part) => {
    const given = { servers: [fakeConfig("a")], factories: { fake: () => fakePort("a") }, ...options };
    const error = refused(() => createMcpTransportPool(given as never));
    expect(error.pointer).toBe(pointer);
    expect(error.message).toContain(part);
  });

  it.each([[undefined], [fakePort("a")], [{ a: fakePort("a") }]])(
    "transports that are no list (%#)",
    (transports) => {
      const make = (): unknown => createMcpTransportPoolFromTransports({ transports } as never);
      expect(refused(make).pointer).toBe("/transports");
    },
  );
});
