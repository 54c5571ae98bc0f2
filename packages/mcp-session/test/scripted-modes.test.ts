import { type McpEvent, type McpTransportPort, memoryStore, systemClock } from "@x/mcp-core";
import { type ScriptedMode, type ScriptedServerScript, scriptedPeer } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { createMcpSession, type McpSessionOptions } from "../src/index.ts";

/** A session with the scripted server, which behaves in a mode, in memory and in real time. */
function modeSession(script: ScriptedMode | ScriptedServerScript, options: Partial<McpSessionOptions> = {}) {
  const peer = scriptedPeer(script);
  const events: McpEvent[] = [];
  const session: McpTransportPort = createMcpSession({
    store: memoryStore(),
    handlers: {},
    clock: systemClock(),
    principal: "tester",
    serverId: "scripted",
    configKey: "scripted",
    openWire: () => peer.openWire(),
    probeTimeoutMs: 100,
    ...options,
  });
  for (const type of ["warning", "quarantine", "state", "tools"] as const)
    session.on(type, (event) => events.push(event));
  return { session, peer, events };
}

describe.each(["legacy", "modern"] as const)("a %s server", (era) => {
  test("that sends malformed envelopes settles every call at once, one way or the other", async () => {
    const { session } = modeSession({ mode: "malformed-envelopes", era }, { validation: "off" });
    const tools = await session.connect();
    expect(tools.length).toBeGreaterThan(5);
    const outcomes = await Promise.all(
      tools.map(async ({ name }) => {
        try {
          return (await session.callTool(name, {}, { timeoutMs: 5000 })).raw;
        } catch (error) {
          return error;
        }
      }),
    );
    for (const outcome of outcomes) {
      expect(outcome).not.toMatchObject({ code: "timeout" });
      if (outcome instanceof Error) expect(outcome).toMatchObject({ outcome: "answered" });
    }
    await session.stop();
  });

  test("that forges ids is answered by the right one alone", async () => {
    const { session, events } = modeSession({ mode: "wrong-ids", era });
    const [tool] = await session.connect();
    const calls = Array.from({ length: 10 }, (_, index) =>
      session.callTool(tool?.name ?? "", { text: String(index) }),
    );
    const outputs = (await Promise.all(calls)).map((result) => String(result.output));
    for (const [index, output] of outputs.entries()) expect(output).toContain(String(index));
    expect(events.some((event) => event.type === "warning" && event.code === "unknown-answer")).toBe(true);
    await session.stop();
  });

  test("that answers twice is heard once", async () => {
    const { session } = modeSession({ mode: "duplicate-answers", era });
    const [tool] = await session.connect();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => session.callTool(tool?.name ?? "", { text: `#${index}` })),
    );
    for (const [index, result] of results.entries()) expect(String(result.output)).toContain(`#${index}`);
    await session.stop();
  });

  test("with bad tools among good ones keeps the good ones", async () => {
    const { session } = modeSession({ mode: "bad-tools", era });
    const names = (await session.connect()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["good-1", "good-2"]));
    expect(session.quarantined.length).toBeGreaterThan(3);
    expect((await session.callTool("good-2", {})).isError).toBe(false);
    await session.stop();
  });

  test("that floods with notices stays usable", async () => {
    const { session } = modeSession({ mode: "notification-flood", era, count: 5000 });
    const [tool] = await session.connect();
    expect((await session.callTool(tool?.name ?? "", { text: "on" })).isError).toBe(false);
    await session.stop();
  });

  test("with odd results loses nothing of them", async () => {
    const { session } = modeSession({ mode: "odd-results", era }, { validation: "off" });
    const tools = await session.connect();
    const outcomes = await Promise.all(
      tools.map(({ name }) =>
        session.callTool(name, {}, { timeoutMs: 5000 }).catch((error: unknown) => error),
      ),
    );
    for (const outcome of outcomes)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ outcome: "answered" });
      else expect(outcome).toHaveProperty("raw");
    await session.stop();
  });

  test("that exits in a call fails it as unknown, runs it once and comes back", async () => {
    const { session, peer } = modeSession({ mode: "crash-in-call", era });
    await session.connect();
    await expect(session.callTool("crash", {})).rejects.toMatchObject({
      code: "process_exited",
      outcome: "unknown",
      exitCode: 7,
    });
    const other = (await session.listTools()).find(({ name }) => name !== "crash");
    expect((await session.callTool(other?.name ?? "", { text: "x" })).isError).toBe(false);
    expect(await peer.journal.executions("crash")).toBe(1);
    await session.stop();
  });
});

test("a server that dies on the probe is started again and spoken to the legacy way", async () => {
  const { session, peer } = modeSession("die-on-probe");
  expect((await session.connect()).length).toBeGreaterThan(0);
  expect(session.serverInfo?.era).toBe("legacy");
  expect((await peer.journal.of("start")).length).toBe(2);
  await session.stop();
});

test("a server that is silent on the probe is spoken to the legacy way, in the same process", async () => {
  const { session, peer } = modeSession("silent-on-probe");
  expect((await session.connect()).length).toBeGreaterThan(0);
  expect((await peer.journal.of("start")).length).toBe(1);
  await session.stop();
});

test("a server that starts slowly is waited for, and calls that come meanwhile share the start", async () => {
  const { session, peer } = modeSession({ mode: "slow-start", era: "modern", delayMs: 300 });
  const calls = await Promise.all(Array.from({ length: 20 }, () => session.listTools()));
  expect(calls.every((tools) => tools.length > 0)).toBe(true);
  expect(session.serverInfo?.era).toBe("modern");
  expect((await peer.journal.of("start")).length).toBe(1);
  await session.stop();
});

test("input rounds run against the scripted server, whose state comes back unchanged", async () => {
  const { session } = modeSession("input-required", {
    handlers: {
      elicit: async () => ({ action: "accept", content: { name: "Ada", text: "Ada", answer: "Ada" } }),
      sample: async () => ({ role: "assistant", content: { type: "text", text: "hi" }, model: "m" }),
      roots: async () => [{ uri: "file:///w" }],
    },
  });
  await session.connect();
  for (const name of ["ask-once", "ask-everything", "state-only"])
    expect(await session.callTool(name, {})).toMatchObject({ isError: false });
  await expect(session.callTool("ask-forever", {})).rejects.toMatchObject({ outcome: "answered" });
  await expect(session.callTool("ask-unknown", {})).rejects.toMatchObject({
    code: "unsupported",
    outcome: "answered",
  });
  await session.stop();
});
