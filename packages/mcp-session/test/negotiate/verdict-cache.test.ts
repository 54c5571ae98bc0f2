import { type KeyValueStore, memoryStore } from "@x/mcp-core";
import { fakeClock } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";

/** Connects once with a store, and says what was sent. */
async function connectOnce(
  script: Script,
  store: KeyValueStore,
  more: { configKey?: string; principal?: string } = {},
) {
  const scripted = scriptedSession(script, { era: "auto", store, ...more });
  const tools = await scripted.session.connect();
  const sent = scripted.wires.flatMap((wire) => wire.peer.sent.map((message) => message.method));
  await scripted.session.stop();
  return {
    sent,
    tools: tools.map((tool) => tool.name),
    wires: scripted.wires.length,
    events: scripted.events,
  };
}

test("a modern verdict spares the probe, and what discover said is still known", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  const { sent, tools } = await connectOnce(modernServer(), store);
  expect(sent).toEqual(["tools/list"]);
  expect(tools).toEqual(["echo"]);
});

test("a legacy verdict spares the probe", async () => {
  const store = memoryStore();
  await connectOnce(legacyServer(), store);
  expect((await connectOnce(legacyServer(), store)).sent[0]).toBe("initialize");
});

test("a verdict belongs to one configuration and one principal", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  expect((await connectOnce(modernServer(), store, { configKey: "other" })).sent[0]).toBe("server/discover");
  expect((await connectOnce(modernServer(), store, { principal: "other" })).sent[0]).toBe("server/discover");
});

const hour = 60 * 60 * 1000;

test("a verdict lasts a day", async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  await connectOnce(legacyServer(), store);
  await clock.advance(23 * hour);
  expect((await connectOnce(legacyServer(), store)).sent[0]).toBe("initialize");
  await clock.advance(hour);
  expect((await connectOnce(legacyServer(), store)).sent[0]).toBe("server/discover");
});

test("a verdict that rests on silence lasts an hour", async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const silent = legacyServer({ "server/discover": () => unanswered });
  const { session, clock: own } = scriptedSession(silent, { era: "auto", store });
  const connecting = session.connect();
  await own.advance(3000);
  await connecting;
  await session.stop();
  await clock.advance(hour - 1);
  expect((await connectOnce(legacyServer(), store)).sent[0]).toBe("initialize");
  await clock.advance(1);
  expect((await connectOnce(legacyServer(), store)).sent[0]).toBe("server/discover");
});

test("a verdict that became wrong is gone even where nothing comes of asking again", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  const useless: Script = (message, peer) =>
    message.id === undefined ? undefined : peer.fail(message, -32000);
  const { session } = scriptedSession(useless, { era: "auto", store });
  await expect(session.connect()).rejects.toMatchObject({ phase: "connect" });
  await session.stop();
  expect((await connectOnce(modernServer(), store)).sent[0]).toBe("server/discover");
});

test("a modern verdict that became wrong is forgotten, and the server asked on the same wire", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  const strict: Script = (message, peer, options) => {
    const known = peer.sent.some((sent) => sent.method === "initialize");
    if (!known && message.id !== undefined && message.method !== "initialize") peer.fail(message, -32000);
    else legacyServer()(message, peer, options);
  };
  const { sent, wires, tools } = await connectOnce(strict, store);
  expect(sent).toEqual([
    "tools/list",
    "server/discover",
    "initialize",
    "notifications/initialized",
    "tools/list",
  ]);
  expect(wires).toBe(1);
  expect(tools).toEqual(["echo"]);
  expect((await connectOnce(strict, store)).sent[0]).toBe("initialize");
});

test("a legacy verdict that became wrong is forgotten, and the server asked on the same wire", async () => {
  const store = memoryStore();
  await connectOnce(legacyServer(), store);
  const { sent, wires } = await connectOnce(modernServer(), store);
  expect(sent).toEqual(["initialize", "server/discover", "tools/list"]);
  expect(wires).toBe(1);
});

test("a server that dies on a remembered modern verdict is asked afresh", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  const touchy: Script = (message, peer, options) => {
    const [first] = peer.sent;
    if (first?.method === "tools/list") peer.die();
    else legacyServer()(message, peer, options);
  };
  const { sent, wires } = await connectOnce(touchy, store);
  expect(sent).toEqual([
    "tools/list",
    "server/discover",
    "initialize",
    "notifications/initialized",
    "tools/list",
  ]);
  expect(wires).toBe(2);
});

test("a modern verdict on a server that is silent until the deadline is forgotten with it", async () => {
  const store = memoryStore();
  await connectOnce(modernServer(), store);
  const { session, clock, peer } = scriptedSession(() => undefined, { era: "auto", store });
  const failing = session.connect().catch((error: unknown) => error);
  await clock.advance(29_999);
  expect(peer().sent.map((message) => message.method)).toEqual(["tools/list"]);
  await clock.advance(1);
  expect(await failing).toMatchObject({ deadline: "connect" });
  await session.stop();
  expect((await connectOnce(modernServer(), store)).sent[0]).toBe("server/discover");
});

test("a store that fails costs a probe and a warning, never the connect", async () => {
  const broken = async (): Promise<never> => {
    throw new Error("redis is down: password=hunter2");
  };
  const store: KeyValueStore = { get: broken, put: broken, delete: broken, lock: broken };
  const { tools, events } = await connectOnce(modernServer(), store);
  expect(tools).toEqual(["echo"]);
  expect(events).toContainEqual(expect.objectContaining({ type: "warning", code: "store-failed" }));
  expect(JSON.stringify(events)).not.toContain("hunter2");
});

test.each([
  "no json",
  "null",
  "[]",
  '{"era":"modern"}',
  '{"era":"modern","protocolVersion":"1999-01-01","discover":{}}',
])("a stored value that is no verdict (%s) counts as none", async (value) => {
  const store = memoryStore();
  const get: KeyValueStore["get"] = async () => ({ value, version: "1" });
  const { sent } = await connectOnce(modernServer(), { ...store, get });
  expect(sent).toEqual(["server/discover", "tools/list"]);
});
