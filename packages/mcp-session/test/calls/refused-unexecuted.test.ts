import { describe, expect, test } from "vitest";
import { legacyServer, modernServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";

describe("what the server refused unexecuted", () => {
  test("for its revision is renegotiated once, on the same wire, by all calls together", async () => {
    let refused = 0;
    const server = modernServer();
    const picky: Script = (message, peer, options) => {
      if (message.method === "tools/call" && refused < 5) {
        refused++;
        peer.fail(message, -32022, { supported: ["2026-07-28"] });
      } else server(message, peer, options);
    };
    const scripted = scriptedSession(picky, { era: "auto" });
    await scripted.session.connect();
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => scripted.session.callTool("echo", { text: String(index) })),
    );
    expect(results.map((result) => result.output)).toEqual([..."01234"]);
    const probes = scripted.peer().sent.filter((message) => message.method === "server/discover");
    expect(probes).toHaveLength(2);
    expect(scripted.wires).toHaveLength(1);
    await scripted.session.stop();
    expect(scripted.clock.armed).toBe(0);
  });

  test("twice is an error", async () => {
    const server = modernServer();
    const { session } = scriptedSession(
      (message, peer, options) =>
        message.method === "tools/call" ? peer.fail(message, -32022, {}) : server(message, peer, options),
      { era: "auto" },
    );
    await session.connect();
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      rpcCode: -32022,
      outcome: "answered",
    });
    await session.stop();
  });

  test("in an era that it left is spoken to in the other", async () => {
    let modern = true;
    const script: Script = (message, peer, options) => {
      if (modern) modernServer()(message, peer, options);
      else if (message.method === "tools/call" && !peer.sent.some((sent) => sent.method === "initialize"))
        peer.fail(message, -32022, { supported: ["2025-11-25"] });
      else legacyServer()(message, peer, options);
    };
    const { session, wires } = scriptedSession(script, { era: "auto" });
    await session.connect();
    modern = false;
    expect((await session.callTool("echo", { text: "x" })).output).toBe("x");
    expect(session.serverInfo?.era).toBe("legacy");
    expect(wires).toHaveLength(1);
    await session.stop();
  });
});
