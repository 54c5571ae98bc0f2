import { expect, test } from "vitest";
import { legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

function answering(protocolVersion: unknown) {
  return scriptedSession(
    legacyServer({
      initialize: () => ({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "s", version: "1" },
      }),
    }),
  );
}

test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"])(
  "revision %s is spoken",
  async (version) => {
    const { session, wires, events } = answering(version);
    await session.connect();
    expect(session.serverInfo?.protocolVersion).toBe(version);
    expect(wires[0]?.peer.versions).toEqual([version]);
    expect(events.filter((event) => event.type === "warning")).toEqual([]);
    await session.stop();
  },
);

test("a dated revision within the era that is not known is taken, with a warning", async () => {
  const { session, events } = answering("2026-02-02");
  expect((await session.connect()).map((tool) => tool.name)).toEqual(["echo"]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "warning", code: "unknown-protocol-version" }),
  );
  await session.stop();
});

test.each(["2026-07-28", "2023-01-01", "1.0", "x".repeat(100), 5, null, undefined])(
  "an answer with revision %s fails the connect, naming both",
  async (version) => {
    const { session } = answering(version);
    const error = await session.connect().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unsupported", phase: "connect", outcome: "answered" });
    expect(String(error)).toContain("2025-11-25");
    expect(String(error).length).toBeLessThan(500);
    await session.stop();
  },
);
