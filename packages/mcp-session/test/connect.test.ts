import { describe, expect, test } from "vitest";
import { legacyServer, modernServer } from "./fixtures/scripted-servers.ts";
import { scriptedSession } from "./fixtures/scripted-session.ts";

describe("a session", () => {
  test("connects to a legacy server, lists and calls", async () => {
    const { session, wires, clock, states } = await connected(legacyServer());
    const result = await session.callTool("echo", { text: "hi" });
    expect(result).toMatchObject({ serverId: "server", toolName: "echo", isError: false, output: "hi" });
    expect(session.serverInfo).toMatchObject({
      era: "legacy",
      protocolVersion: "2025-11-25",
      name: "scripted",
    });
    expect(wires[0]?.peer.versions).toEqual(["2025-11-25"]);
    await session.stop();
    expect(states()).toEqual(["connecting", "connected", "closed"]);
    expect(clock.armed).toBe(0);
  });

  test("connects to a modern server, lists and calls", async () => {
    const { session, wires, clock } = await connected(modernServer(), "auto");
    const result = await session.callTool("echo", { text: "hi" });
    expect(result.output).toBe("hi");
    expect(session.serverInfo).toMatchObject({
      era: "modern",
      protocolVersion: "2026-07-28",
      version: "2.0.0",
    });
    for (const message of wires[0]?.peer.sent ?? [])
      expect(message.params?._meta).toMatchObject({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        progressToken: message.id,
      });
    await session.stop();
    expect(clock.armed).toBe(0);
  });
});

async function connected(script: Parameters<typeof scriptedSession>[0], era: "auto" | "legacy" = "legacy") {
  const scripted = scriptedSession(script, { era });
  expect((await scripted.session.connect()).map((tool) => tool.name)).toEqual(["echo"]);
  return scripted;
}
