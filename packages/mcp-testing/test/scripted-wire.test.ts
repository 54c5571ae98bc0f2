import type { JsonRpcMessage, McpEvent, McpWire, McpWireHandlers } from "@x/mcp-core";
import {
  type ScriptedMode,
  type ScriptedServerScript,
  scriptedModes,
  scriptedPeer,
  scriptedWire,
} from "@x/mcp-testing";
import { expect, test } from "vitest";

interface Watched {
  readonly wire: McpWire;
  readonly messages: JsonRpcMessage[];
  readonly events: McpEvent[];
  readonly closed: Promise<Parameters<McpWireHandlers["closed"]>[0]>;
  answer(id: string): Promise<JsonRpcMessage>;
}

async function watch(wire: McpWire): Promise<Watched> {
  const messages: JsonRpcMessage[] = [];
  const events: McpEvent[] = [];
  const waiting = new Map<unknown, (message: JsonRpcMessage) => void>();
  const closed = new Promise<Parameters<McpWireHandlers["closed"]>[0]>((resolve) => {
    void wire.start({
      message(message) {
        messages.push(message);
        waiting.get(message.id)?.(message);
      },
      lost: () => {},
      closed: resolve,
      event: (event) => events.push(event),
    });
  });
  const answer = (id: string): Promise<JsonRpcMessage> =>
    new Promise((resolve) => {
      const here = messages.find((message) => message.id === id);
      if (here === undefined) waiting.set(id, resolve);
      else resolve(here);
    });
  return { wire, messages, events, closed, answer };
}

const modern = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
const call = (id: string, name: string, args: object = {}, params: object = modern): JsonRpcMessage => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { ...params, name, arguments: args },
});

test.each(["legacy", "modern", "both"] as const)(
  "a server of era %s opens only in what it speaks",
  async (era) => {
    const server = await watch(scriptedWire({ era }));
    await server.wire.send({
      jsonrpc: "2.0",
      id: "i",
      method: "initialize",
      params: { protocolVersion: "2025-06-18" },
    });
    await server.wire.send({ jsonrpc: "2.0", id: "d", method: "server/discover", params: modern });
    const [initialized, discovered] = [await server.answer("i"), await server.answer("d")];
    if (era === "modern")
      expect(initialized.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"] } });
    else expect(initialized.result).toMatchObject({ protocolVersion: "2025-06-18" });
    if (era === "legacy") expect(discovered.error).toMatchObject({ code: -32601 });
    else
      expect(discovered.result).toMatchObject({ resultType: "complete", supportedVersions: ["2026-07-28"] });
    await server.wire.close();
  },
);

test("a peer keeps one journal over all of its wires", async () => {
  const peer = scriptedPeer("normal");
  for (const id of ["a", "b"]) {
    const { wire, answer } = await watch(await peer.openWire());
    await wire.send(call(id, "echo", { text: id }));
    expect((await answer(id)).result).toMatchObject({ content: [{ type: "text", text: id }] });
    await wire.close();
  }
  expect((await peer.journal.of("start")).map((entry) => entry.pid)).toEqual([1, 2]);
  expect(await peer.journal.executions("echo")).toBe(2);
});

test("a server that exits closes its wire with the exit code and the end of stderr", async () => {
  const server = await watch(scriptedWire({ mode: "exit-at-once", exitCode: 12, stderr: "no database\n" }));
  const { reason, error } = await server.closed;
  expect(reason).toBe("process-exited");
  expect(error).toMatchObject({ code: "process_exited", exitCode: 12, stderrTail: "no database\n" });
  await expect(server.wire.send(call("a", "echo"))).rejects.toMatchObject({
    code: "closed",
    outcome: "not-sent",
  });
});

test("a cancelled request gets no answer", async () => {
  const peer = scriptedPeer("normal");
  const { wire, messages, answer } = await watch(await peer.openWire());
  await wire.send(call("w", "wait", { ms: 40 }));
  await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "w" } });
  await wire.send(call("later", "wait", { ms: 80 }));
  await answer("later");
  expect(messages.map(({ id }) => id)).toEqual(["later"]);
  expect(await peer.journal.of("cancel")).toHaveLength(1);
  await wire.close();
});

test("forged answers come before the right one and never have its id", async () => {
  const { wire, messages, answer } = await watch(scriptedWire("wrong-ids"));
  await wire.send(call("R1", "echo", { text: "right" }));
  expect((await answer("R1")).result).toMatchObject({ content: [{ text: "right" }] });
  expect(messages.length).toBeGreaterThan(10);
  await wire.close();
});

test("input rounds check the state that comes back", async () => {
  const { wire, answer } = await watch(scriptedWire("input-required"));
  await wire.send(call("1", "ask-once"));
  const first = (await answer("1")).result as { requestState: string; inputRequests: object };
  expect(first).toMatchObject({
    resultType: "input_required",
    inputRequests: { who: { method: "elicitation/create" } },
  });
  const inputResponses = { who: { action: "accept", content: { name: "Ada" } } };
  await wire.send(call("2", "ask-once", {}, { ...modern, inputResponses, requestState: first.requestState }));
  expect((await answer("2")).result).toMatchObject({
    resultType: "complete",
    content: [{ text: JSON.stringify({ inputResponses, round: 1 }) }],
  });
  await wire.send(call("3", "ask-once", {}, { ...modern, inputResponses, requestState: "round one" }));
  expect((await answer("3")).error).toMatchObject({ code: -32602 });
  await wire.close();
});

test("a mode that needs a process is refused in memory", () => {
  expect(() => scriptedWire("single-instance")).toThrow(/needs a process/);
});

const inMemory = Object.entries(scriptedModes).filter(([, note]) => note.processOnly === undefined);
const silent = new Set([
  "exit-at-once",
  "die-on-probe",
  "exit-after-opening",
  "hang-on-opening",
  "silent-on-probe",
]);
test.each(inMemory.map(([mode]) => mode).filter((mode) => !silent.has(mode)))(
  "mode %s opens and closes in memory",
  async (mode) => {
    const script: ScriptedServerScript = { mode: mode as ScriptedMode, delayMs: 5 };
    const { wire, closed, answer } = await watch(scriptedWire(script));
    await wire.send({ jsonrpc: "2.0", id: "d", method: "server/discover", params: modern });
    expect((await answer("d")).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
    await wire.close();
    expect(await closed).toEqual({ reason: "stopped" });
  },
);
