import { McpAuthError, McpProtocolError, type McpStateChange } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { legacyServer, unanswered } from "../fixtures/scripted-servers.ts";
import { type ScriptedSession, scriptedSession } from "../fixtures/scripted-session.ts";
import { type Script, scriptedWire } from "../fixtures/scripted-wire.ts";

const exited = (exitCode: number) => ({
  reason: "process-exited" as const,
  error: new McpProtocolError({
    phase: "connect",
    code: "process_exited",
    message: `It exited with code ${exitCode}.`,
    exitCode,
    stderrTail: "panic!",
  }),
});

/** A server whose `hang` is never answered. */
const hanging: Script = (message, peer, options) => {
  const args = message.params?.arguments as { readonly text?: string } | undefined;
  if (message.method === "tools/call" && args?.text === "hang") return;
  legacyServer()(message, peer, options);
};

function changes({ events }: Pick<ScriptedSession, "events">): readonly McpStateChange[] {
  return events.flatMap((event) => (event.type === "state" ? [event.change] : []));
}

describe("a connection that drops", () => {
  test("fails what is in flight at once, with what is known about the process, and runs nothing twice", async () => {
    const { session, wires, clock } = scriptedSession(hanging);
    await session.connect();
    const call = session.callTool("echo", { text: "hang" }).catch((error: unknown) => error);
    await clock.advance(1);
    wires[0]?.peer.die(exited(7));
    const error = await call;
    expect(error).toMatchObject({
      name: "McpProtocolError",
      phase: "call",
      code: "process_exited",
      outcome: "unknown",
      exitCode: 7,
      stderrTail: "panic!",
      toolName: "echo",
      serverId: "server",
    });
    await clock.advance(5000);
    expect(
      wires.flatMap((wire) => wire.peer.sent).filter((sent) => sent.method === "tools/call"),
    ).toHaveLength(1);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("is made again, and every change says why, which attempt and when", async () => {
    const scripted = scriptedSession(legacyServer());
    const { session, clock, wires } = scripted;
    await session.connect();
    await clock.advance(20_000);
    wires[0]?.peer.die(exited(1));
    expect(session.state).toBe("reconnecting");
    await clock.advance(100);
    expect(session.state).toBe("connected");
    expect(wires).toHaveLength(2);
    const at = expect.any(Number);
    expect(changes(scripted)).toEqual([
      { state: "connecting", previous: "disconnected", reason: "connect", attempt: 1, at },
      { state: "connected", previous: "connecting", reason: "connected", at },
      {
        state: "reconnecting",
        previous: "connected",
        reason: "process-exited",
        error: expect.objectContaining({ exitCode: 1 }),
        attempt: 1,
        nextAttemptInMs: 50,
        at,
      },
      { state: "connected", previous: "reconnecting", reason: "connected", at },
    ]);
    await session.stop();
  });

  test("lets a call that arrives meanwhile wait for the next connection", async () => {
    const { session, wires, clock } = scriptedSession(legacyServer());
    await session.connect();
    wires[0]?.peer.die();
    const call = session.callTool("echo", { text: "patient" });
    await clock.advance(100);
    expect((await call).output).toBe("patient");
    await session.stop();
  });

  test("is not made again where the owner does not want it; the next call connects", async () => {
    const { session, wires, clock } = scriptedSession(legacyServer(), { reconnect: false });
    await session.connect();
    wires[0]?.peer.die();
    expect(session.state).toBe("disconnected");
    await clock.advance(60_000);
    expect(wires).toHaveLength(1);
    expect((await session.callTool("echo", { text: "again" })).output).toBe("again");
    expect(wires).toHaveLength(2);
    await session.stop();
  });

  test.each(["idle", "config-changed"] as const)(
    "for the reason %s stays away until it is needed",
    async (reason) => {
      const { session, wires, clock } = scriptedSession(legacyServer());
      await session.connect();
      wires[0]?.peer.die({ reason });
      expect(session.state).toBe("disconnected");
      await clock.advance(60_000);
      expect(wires).toHaveLength(1);
      expect((await session.callTool("echo", { text: "x" })).output).toBe("x");
      await session.stop();
    },
  );

  test("because its sandbox was closed is not started by a call, only on purpose", async () => {
    const { session, wires } = scriptedSession(legacyServer());
    await session.connect();
    wires[0]?.peer.die({ reason: "sandbox-closed" });
    await expect(session.callTool("echo", {})).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
    await expect(session.listTools()).rejects.toMatchObject({ code: "closed" });
    expect(wires).toHaveLength(1);
    await session.connect();
    expect(wires).toHaveLength(2);
    await session.stop();
  });
});

describe("the attempts of a reconnect", () => {
  const failing = (failures: number, error: Error) => {
    let opened = 0;
    const peers: ReturnType<typeof scriptedWire>[] = [];
    const scripted = scriptedSession(legacyServer(), {
      async openWire() {
        if (opened++ > 0 && opened <= failures + 1) throw error;
        const wire = scriptedWire(legacyServer());
        peers.push(wire);
        return wire;
      },
    });
    return { ...scripted, peers, opened: () => opened };
  };

  test("back off, and go on until one succeeds", async () => {
    const scripted = failing(3, new Error("down"));
    const { session, clock, peers } = scripted;
    await session.connect();
    peers[0]?.peer.die();
    await clock.advance(10_000);
    expect(session.state).toBe("connected");
    const waits = changes(scripted).flatMap((change) => change.nextAttemptInMs ?? []);
    expect(waits).toEqual([50, 100, 200, 400]);
    await session.stop();
  });

  test.each([
    [20_000, 20_000],
    [3_600_000, 60_000],
    [1, 100],
  ])("wait %i ms where the server asks for that, within a bound: %i ms", async (retryAfterMs, waitMs) => {
    const error = new McpProtocolError({
      phase: "connect",
      message: "It is busy.",
      status: 503,
      retryAfterMs,
      retryable: true,
    });
    const scripted = failing(1, error);
    const { session, clock, peers } = scripted;
    await session.connect();
    peers[0]?.peer.die();
    await clock.advance(120_000);
    expect(session.state).toBe("connected");
    const waits = changes(scripted).flatMap((change) => change.nextAttemptInMs ?? []);
    expect(waits).toEqual([50, waitMs]);
    await session.stop();
  });

  test("end after their maximum; the next call connects again", async () => {
    const scripted = failing(5, new Error("down"));
    const { session, clock, peers } = scripted;
    await session.connect();
    peers[0]?.peer.die();
    const waiting = session.callTool("echo", {}).catch((error: unknown) => error);
    await clock.advance(30_000);
    expect(session.state).toBe("disconnected");
    expect(await waiting).toMatchObject({ code: "connect_failed", outcome: "not-sent" });
    expect(changes(scripted).at(-1)).toMatchObject({ previous: "reconnecting", reason: "connect-failed" });
    expect(clock.armed).toBe(0);
    expect((await session.callTool("echo", { text: "back" })).output).toBe("back");
    await session.stop();
  });

  test("end at once where only a person can help", async () => {
    const auth = new McpAuthError({
      authCode: "auth_required",
      message: "401",
      phase: "apply",
      retry: "after-user",
    });
    const scripted = failing(5, auth);
    const { session, clock, peers, opened } = scripted;
    await session.connect();
    peers[0]?.peer.die();
    await clock.advance(30_000);
    expect(opened()).toBe(2);
    expect(changes(scripted).at(-1)).toMatchObject({
      state: "disconnected",
      reason: "auth-required",
      error: auth,
    });
    await session.stop();
  });

  test("are counted on where connections do not last", async () => {
    const { session, clock, wires } = scriptedSession(legacyServer());
    await session.connect();
    for (let drop = 0; drop < 5; drop++) {
      wires.at(-1)?.peer.die({ reason: "dropped" });
      await clock.advance(5000);
      expect(session.state).toBe("connected");
    }
    wires.at(-1)?.peer.die({ reason: "dropped" });
    expect(session.state).toBe("disconnected");
    await session.stop();
  });

  test("start again after a connection that lasted", async () => {
    const { session, clock, wires } = scriptedSession(legacyServer());
    await session.connect();
    for (let drop = 0; drop < 12; drop++) {
      await clock.advance(10_000);
      wires.at(-1)?.peer.die({ reason: "dropped" });
      await clock.advance(100);
      expect(session.state).toBe("connected");
    }
    await session.stop();
  });
});

describe("reconnect", () => {
  test("replaces a live connection: what is in flight fails as unknown, and the old wire is closed first", async () => {
    const { session, wires, clock } = scriptedSession(hanging);
    await session.connect();
    const call = session.callTool("echo", { text: "hang" }).catch((error: unknown) => error);
    await clock.advance(1);
    const order: string[] = [];
    session.onStateChange((state) => order.push(state));
    expect(await session.reconnect()).toHaveLength(1);
    expect(await call).toMatchObject({ code: "call_failed", outcome: "unknown" });
    expect(wires[0]?.peer.closed).toBe(true);
    expect(wires).toHaveLength(2);
    expect(order).toEqual(["reconnecting", "connected"]);
    await session.stop();
  });

  test("does not wait for the back-off", async () => {
    const { session, wires } = scriptedSession(legacyServer());
    await session.connect();
    wires[0]?.peer.die();
    await session.reconnect();
    expect(session.state).toBe("connected");
    await session.stop();
  });

  test("of a server that is not connected connects it", async () => {
    const { session, wires } = scriptedSession(legacyServer());
    expect(await session.reconnect()).toHaveLength(1);
    expect(wires).toHaveLength(1);
    await session.stop();
  });
});

test("a list that hangs after a reconnect is an attempt that failed", async () => {
  let connects = 0;
  const server = legacyServer({
    initialize: (message) => {
      connects++;
      return { protocolVersion: message.params?.protocolVersion, capabilities: { tools: {} } };
    },
    "tools/list": () => (connects === 2 ? unanswered : { tools: [] }),
  });
  const { session, wires, clock } = scriptedSession(server, { connectTimeoutMs: 1000 });
  await session.connect();
  wires[0]?.peer.die();
  await clock.advance(2000);
  expect(session.state).toBe("connected");
  expect(connects).toBe(3);
  expect(wires[1]?.peer.closed).toBe(true);
  await session.stop();
  expect(clock.armed).toBe(0);
});
