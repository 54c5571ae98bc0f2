import { isMcpError, type McpPortContext, type McpServerConfig, memoryStore } from "@x/mcp-core";
import { createMcpTransportPool, type McpTransportPool } from "@x/pool";
import { expect, test } from "vitest";
import { type FakePort, fakePort } from "./fixtures/fake-port.ts";

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Versioned extends McpServerConfig {
  readonly version: number;
}

const people = ["default", "ann", "bob"];
const declared = (server: number, version: number): Versioned => ({
  kind: "fake",
  serverId: `s${server}`,
  version,
});
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Servers that take a while for everything, each of which knows whose it is. */
function fleet(random: (below: number) => number) {
  const live = new Set<FakePort>();
  const make = (config: Versioned, { principal }: McpPortContext): FakePort => {
    const port = fakePort(config.serverId);
    live.add(port);
    const { stop } = port;
    port.onList = () => turns(random(3));
    port.onCall = async () => {
      await turns(random(3));
      return { content: [{ type: "text", text: `${config.serverId} of ${principal}` }] };
    };
    port.stop = async () => {
      await turns(random(3));
      await stop();
      live.delete(port);
    };
    return port;
  };
  return { live, make };
}

type Step = (pool: McpTransportPool, server: number, version: number, person: string) => unknown;

const answers = async (pool: McpTransportPool, server: number, person: string): Promise<void> => {
  const { content } = await pool.callTool(`s${server}__echo`, {});
  expect(content).toMatchObject([{ text: `s${server} of ${person}` }]);
};
const steps: readonly Step[] = [
  (pool) => pool.connect(),
  (pool) => pool.reconnect(),
  (pool) => pool.listToolsWithErrors(),
  (pool, server) => answers(pool, server, "default"),
  (pool, server) => pool.request("resources/list", {}, { serverId: `s${server}` }),
  (pool, server, version) => pool.add(declared(server, version)),
  (pool, server) => pool.remove(`s${server}`),
  (pool, server, version) =>
    pool.reconfigure([declared(server, version), declared((server + 1) % 4, version)]),
  (pool, _server, _version, person) => pool.as(person).connect(),
  (pool, server, _version, person) => answers(pool.as(person), server, person),
  (pool, _server, _version, person) => pool.as(person).stop(),
  (pool, server) => [pool.server(`s${server}`), pool.snapshot(), pool.state, pool.serverIds],
  () => turns(2),
];

/** Whatever happens at the same time is answered, or refused with an error of ours. */
async function settled(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!isMcpError(error)) throw error;
  }
}

test.each(Array.from({ length: 150 }, (_, seed) => [seed]))(
  "changes, calls, principals and a stop at the same time leave nothing behind and cross nothing (seed %i)",
  async (seed) => {
    const random = randomOf(seed);
    const { live, make } = fleet(random);
    const pool = createMcpTransportPool({
      servers: [declared(0, 0), declared(1, 0)],
      factories: { fake: make as never },
      lazy: random(2) === 0,
      store: memoryStore(),
    });
    const running: Promise<void>[] = [];
    const count = 4 + random(12);
    const stopAt = random(2 * count);
    for (let index = 0; index < count; index++) {
      const step = steps[random(steps.length)];
      const [server, version, person] = [random(4), random(3), people[random(people.length)] ?? "ann"];
      if (step !== undefined) running.push(settled(() => step(pool, server, version, person)));
      if (index === stopAt) running.push(pool.stop());
      if (random(3) === 0) await turns(1);
    }
    await Promise.all(running);
    await pool.stop();
    expect([...live].map(({ serverId, state }) => `${serverId} ${state}`)).toEqual([]);
    expect(pool.state).toBe("closed");
    await expect(pool.callTool("s0__echo", {})).rejects.toMatchObject({
      code: "closed",
      outcome: "not-sent",
    });
  },
);

test("a factory that throws for one of many leaves the servers of the others with nobody, and stopped", async () => {
  const { live, make } = fleet(() => 0);
  const failing = (config: Versioned, context: McpPortContext): FakePort => {
    if (config.version === 9 && context.principal === "bob") throw new Error("no such user");
    return make(config, context);
  };
  const pool = createMcpTransportPool({ servers: [declared(0, 0)], factories: { fake: failing as never } });
  for (const principal of ["ann", "bob"]) pool.as(principal);
  const before = live.size;
  expect(() => pool.add(declared(1, 9))).toThrow("no such user");
  await expect(pool.reconfigure([declared(0, 9), declared(2, 0)])).rejects.toThrow("no such user");
  await expect.poll(() => live.size).toBe(before);
  expect(pool.serverIds).toEqual(["s0"]);
  await pool.stop();
  expect(live.size).toBe(0);
});
