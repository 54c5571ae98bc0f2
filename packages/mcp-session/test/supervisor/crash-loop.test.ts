import { McpProtocolError, type McpStateChange } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { type ScriptedSession, scriptedSession } from "../fixtures/scripted-session.ts";

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

function changes({ events }: Pick<ScriptedSession, "events">): readonly McpStateChange[] {
  return events.flatMap((event) => (event.type === "state" ? [event.change] : []));
}

describe("a server that does not stay up", () => {
  test("is parked after five exits in a minute; calls fail at once, and connect() starts it again", async () => {
    const scripted = scriptedSession(legacyServer());
    const { session, wires, clock } = scripted;
    await session.connect();
    for (let exit = 0; exit < 5; exit++) {
      await clock.advance(10_500);
      wires.at(-1)?.peer.die(exited(1));
      await clock.advance(100);
    }
    expect(changes(scripted).at(-1)).toMatchObject({ state: "disconnected", reason: "crash-loop" });
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      code: "crash_loop",
      phase: "call",
      outcome: "not-sent",
      message: expect.stringContaining("connect()"),
    });
    expect(wires).toHaveLength(5);
    await session.connect();
    expect((await session.callTool("echo", { text: "up" })).output).toBe("up");
    wires.at(-1)?.peer.die(exited(1));
    expect(session.state).toBe("reconnecting");
    await session.stop();
  });

  test("is parked too where it exits while it connects", async () => {
    const { session, wires } = scriptedSession((_message, peer) => peer.die(exited(3)));
    for (let exit = 0; exit < 4; exit++)
      await expect(session.callTool("echo", {})).rejects.toMatchObject({
        code: "process_exited",
        exitCode: 3,
      });
    await expect(session.callTool("echo", {})).rejects.toMatchObject({ code: "crash_loop" });
    await expect(session.callTool("echo", {})).rejects.toMatchObject({ code: "crash_loop" });
    expect(wires).toHaveLength(5);
    await session.stop();
  });

  test("is started five times in all where it is asked for its era first", async () => {
    const scripted = scriptedSession((_message, peer) => peer.die(exited(3)), { era: "auto" });
    const { session, wires } = scripted;
    for (let call = 0; call < 3; call++)
      await expect(session.callTool("echo", {})).rejects.toMatchObject({ outcome: "not-sent" });
    await expect(session.callTool("echo", {})).rejects.toMatchObject({ code: "crash_loop" });
    expect(wires).toHaveLength(5);
    expect(changes(scripted).at(-1)).toMatchObject({ reason: "crash-loop" });
    await session.stop();
  });

  test("is left alone where its exits lie further apart", async () => {
    const { session, wires, clock } = scriptedSession(legacyServer());
    await session.connect();
    for (let exit = 0; exit < 10; exit++) {
      await clock.advance(20_000);
      wires.at(-1)?.peer.die(exited(1));
      await clock.advance(100);
    }
    expect(session.state).toBe("connected");
    await session.stop();
  });
});
