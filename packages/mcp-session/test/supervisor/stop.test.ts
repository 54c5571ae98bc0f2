import { describe, expect, test } from "vitest";
import { deferred } from "../fixtures/deferred.ts";
import { legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import { scriptedWire } from "../fixtures/scripted-wire.ts";

/** Expects that a stopped session is over: nothing armed, every wire closed, every request refused. */
async function expectOver({
  session,
  clock,
  wires,
  states,
}: ReturnType<typeof scriptedSession>): Promise<void> {
  expect(session.state).toBe("closed");
  expect(states().filter((state) => state === "closed")).toHaveLength(1);
  expect(clock.armed).toBe(0);
  for (const wire of wires) expect(wire.peer.closed).toBe(true);
  const refused = { code: "closed", outcome: "not-sent" };
  await expect(session.callTool("echo", {})).rejects.toMatchObject(refused);
  await expect(session.listTools()).rejects.toMatchObject(refused);
  await expect(session.connect()).rejects.toMatchObject(refused);
  await expect(session.reconnect()).rejects.toMatchObject(refused);
  await expect(session.request("resources/list", {})).rejects.toMatchObject(refused);
  await session.stop();
  await clock.advance(60 * 60_000);
  expect(session.state).toBe("closed");
}

describe("stop leaves nothing", () => {
  test("before anything was started", async () => {
    const scripted = scriptedSession(legacyServer());
    await scripted.session.stop();
    expect(scripted.wires).toHaveLength(0);
    await expectOver(scripted);
  });

  test("while the wire is being opened", async () => {
    const opening = deferred();
    const wire = scriptedWire(legacyServer());
    const scripted = scriptedSession(legacyServer(), {
      async openWire() {
        await opening.promise;
        return wire;
      },
    });
    const connecting = scripted.session.connect().catch((error: unknown) => error);
    await scripted.clock.advance(10);
    let stopped = false;
    const stopping = scripted.session.stop().then(() => {
      stopped = true;
    });
    expect(await connecting).toMatchObject({ code: "closed", outcome: "not-sent" });
    await scripted.clock.advance(10);
    expect(stopped).toBe(false);
    opening.resolve();
    await stopping;
    expect(wire.peer.closed).toBe(true);
    await expectOver(scripted);
  });

  test.each([
    ["probing", modernServer({ "server/discover": () => unanswered }), "auto"],
    ["shaking hands", legacyServer({ initialize: () => unanswered }), "legacy"],
    ["listing", legacyServer({ "tools/list": () => unanswered }), "legacy"],
  ] as const)("while %s", async (_what, script, era) => {
    const scripted = scriptedSession(script, { era });
    const connecting = scripted.session.connect().catch((error: unknown) => error);
    await scripted.clock.advance(10);
    await scripted.session.stop();
    expect(await connecting).toMatchObject({ code: "closed" });
    await expectOver(scripted);
  });

  test("while a call is in flight, which fails as closed and unknown", async () => {
    const scripted = scriptedSession(legacyServer({ "tools/call": () => unanswered }));
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", { text: "x" }).catch((error: unknown) => error);
    const read = scripted.session.request("resources/read", { uri: "a:b" }).catch((error: unknown) => error);
    await scripted.clock.advance(10);
    await scripted.session.stop();
    expect(await call).toMatchObject({ code: "closed", outcome: "unknown", phase: "call" });
    expect(await read).toMatchObject({ outcome: "answered" });
    await expectOver(scripted);
  });

  test("while it waits to try again", async () => {
    const scripted = scriptedSession(legacyServer());
    await scripted.session.connect();
    scripted.wires[0]?.peer.die();
    expect(scripted.clock.armed).toBe(1);
    const waiting = scripted.session.callTool("echo", {}).catch((error: unknown) => error);
    await scripted.session.stop();
    expect(await waiting).toMatchObject({ code: "closed", outcome: "not-sent" });
    await expectOver(scripted);
  });

  test("while it tries again", async () => {
    const scripted = scriptedSession([legacyServer(), legacyServer({ initialize: () => unanswered })]);
    await scripted.session.connect();
    scripted.wires[0]?.peer.die();
    await scripted.clock.advance(200);
    expect(scripted.wires).toHaveLength(2);
    await scripted.session.stop();
    await expectOver(scripted);
  });

  test("while a standing subscription is open, or waits to be opened again", async () => {
    const scripted = scriptedSession(modernServer({}, { tools: { listChanged: true } }), { era: "modern" });
    await scripted.session.connect();
    await scripted.clock.advance(0);
    await scripted.session.stop();
    await expectOver(scripted);
  });

  test("while a changed list waits to be read", async () => {
    const scripted = scriptedSession(legacyServer());
    await scripted.session.connect();
    scripted.peer().notify("notifications/tools/list_changed");
    await scripted.clock.advance(0);
    expect(scripted.clock.armed).toBe(1);
    await scripted.session.stop();
    await expectOver(scripted);
  });

  test("from within the news that it is connected, or connecting", async () => {
    for (const when of ["connecting", "connected"]) {
      const scripted = scriptedSession(legacyServer());
      let stopping: Promise<void> | undefined;
      scripted.session.onStateChange((state) => {
        if (state === when) stopping = scripted.session.stop();
      });
      await scripted.session.connect().catch(() => undefined);
      await stopping;
      await expectOver(scripted);
    }
  });
});

describe("stop", () => {
  test("waits for the wire, and twice is once", async () => {
    const gone = deferred();
    const grace: unknown[] = [];
    const { session } = scriptedSession(legacyServer(), {
      async openWire() {
        const wire = scriptedWire(legacyServer(), { closing: () => gone.promise });
        const { close } = wire;
        const noted: typeof close = (options) => {
          grace.push(options);
          return close(options);
        };
        return { ...wire, close: noted };
      },
    });
    await session.connect();
    const done: number[] = [];
    const both = [1, 2].map((number) => session.stop({ graceMs: 77 }).then(() => done.push(number)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([]);
    gone.resolve();
    await Promise.all(both);
    expect(grace).toEqual([{ graceMs: 77 }]);
  });

  test("can be left by a signal, and goes on all the same", async () => {
    const gone = deferred();
    const { session } = scriptedSession(legacyServer(), {
      openWire: async () => scriptedWire(legacyServer(), { closing: () => gone.promise }),
    });
    await session.connect();
    const controller = new AbortController();
    const left = session.stop({ signal: controller.signal }).catch((error: unknown) => error);
    controller.abort();
    expect(await left).toMatchObject({ code: "cancelled" });
    gone.resolve();
    await session.stop();
  });

  test.each([
    ["opened", { openWire: () => new Promise<never>(() => undefined) }],
    [
      "started",
      {
        openWire: async () => ({
          ...scriptedWire(legacyServer()),
          start: () => new Promise<never>(() => undefined),
        }),
      },
    ],
  ])("does not wait for ever for a wire that is never %s", async (_what, options) => {
    const { session, clock } = scriptedSession(legacyServer(), options);
    const connecting = session.connect().catch((error: unknown) => error);
    await clock.advance(10);
    const stopping = session.stop();
    expect(await connecting).toMatchObject({ code: "closed" });
    await clock.advance(5_000);
    await stopping;
    expect(clock.armed).toBe(0);
  });

  test("is what disposal does", async () => {
    const scripted = scriptedSession(legacyServer());
    await scripted.session.connect();
    await scripted.session[Symbol.asyncDispose]();
    await expectOver(scripted);
  });

  test("does not hang on a wire that fails to close", async () => {
    const { session, events } = scriptedSession(legacyServer(), {
      openWire: async () =>
        scriptedWire(legacyServer(), { closing: () => Promise.reject(new Error("stuck")) }),
    });
    await session.connect();
    await session.stop();
    expect(session.state).toBe("closed");
    expect(events).toContainEqual(expect.objectContaining({ code: "close-failed" }));
  });
});
