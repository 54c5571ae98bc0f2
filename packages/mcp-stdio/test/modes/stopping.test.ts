import { setTimeout } from "node:timers/promises";
import type { ScriptedServerScript } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { isAlive, type ScriptedTransport, scriptedTransport, untilState } from "../scripted-transport.ts";

/** What a server does, and how to wait until it is there, before it is stopped in that state. */
const states: Readonly<
  Record<string, readonly [ScriptedServerScript, (server: ScriptedTransport) => Promise<unknown>]>
> = {
  starting: [{}, async ({ port }) => void port.connect().catch(() => undefined)],
  connecting: [
    { mode: "hang-on-opening", era: "legacy" },
    async (server) => {
      void server.port.connect().catch(() => undefined);
      await expect.poll(() => server.journal.received("server/discover")).not.toEqual([]);
    },
  ],
  probing: [
    { mode: "silent-on-probe" },
    async (server) => {
      void server.port.connect().catch(() => undefined);
      await expect.poll(() => server.journal.received("server/discover")).not.toEqual([]);
    },
  ],
  listing: [
    { mode: "hang-on-list" },
    async (server) => {
      void server.port.connect().catch(() => undefined);
      await expect.poll(() => server.journal.received("tools/list")).not.toEqual([]);
    },
  ],
  connected: [{}, (server) => server.port.connect()],
  calling: [
    { mode: "hang-on-call" },
    async (server) => {
      await server.port.connect();
      void server.port.callTool("hang", {}).catch(() => undefined);
      await expect.poll(() => server.journal.executions("hang")).toBe(1);
    },
  ],
  reconnecting: [
    { mode: "crash-in-call" },
    async (server) => {
      await server.port.connect();
      await server.port.callTool("crash", {}).catch(() => undefined);
      await untilState(server.port, "reconnecting");
      await expect.poll(server.starts).toBe(2);
    },
  ],
};

test.each(Object.entries(states))(
  "a server behind a shell that ignores EOF and SIGTERM leaves nothing when it is stopped while %s",
  async (_state, [script, reach]) => {
    await using server = await scriptedTransport(
      { ...script, refuseToEnd: true },
      { command: { wrapper: "sh" } },
    );
    await reach(server);
    await server.port.stop();
    expect(server.port.state).toBe("closed");
    expect((await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive)).toEqual([]);
    const starts = await server.starts();
    await expect(server.port.callTool("echo", { text: "" })).rejects.toMatchObject({
      code: "closed",
      outcome: "not-sent",
    });
    await setTimeout(100);
    expect(await server.starts()).toBe(starts);
  },
);

test("a server is asked to end before it is made to: EOF first, then SIGTERM", async () => {
  await using server = await scriptedTransport("ignore-eof-and-term");
  await server.port.connect();
  await server.port.stop();
  expect((await server.journal.entries()).map(({ event }) => event).slice(-2)).toEqual(["eof", "sigterm"]);
});

test("a server that ends at EOF is not signalled", async () => {
  await using server = await scriptedTransport({}, { config: { stopGraceMs: 20_000 } });
  await server.port.connect();
  await server.port.stop();
  expect((await server.journal.entries()).at(-1)?.event).toBe("eof");
});

test("a connect that is given up ends the process that it started", async () => {
  await using server = await scriptedTransport({ mode: "hang-on-opening", era: "legacy", refuseToEnd: true });
  const giveUp = new AbortController();
  const connecting = server.port.connect({ signal: giveUp.signal });
  await expect.poll(server.starts).toBe(1);
  giveUp.abort(new Error("changed my mind"));
  await expect(connecting).rejects.toMatchObject({ code: "cancelled" });
  await expect
    .poll(async () => (await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive))
    .toEqual([]);
});

test("stopping twice, at once or later, is stopping once", async () => {
  await using server = await scriptedTransport("normal");
  await server.port.connect();
  await Promise.all([server.port.stop(), server.port.stop()]);
  await server.port.stop();
  expect(server.port.state).toBe("closed");
});
