import { setTimeout } from "node:timers/promises";
import {
  type JsonRpcMessage,
  type McpEvent,
  type McpLoss,
  type McpWireHandlers,
  systemClock,
} from "@x/mcp-core";
import { createJournal, type ScriptedServerScript, scriptedServerCommand } from "@x/mcp-testing";
import type { SandboxSession } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPipeWire, type PipeWire } from "../../src/pipe/pipe-wire.ts";
import { createRedactor } from "../../src/stderr/redactor.ts";

let session: SandboxSession;
beforeAll(async () => {
  session = await hostSandbox({ allowHostExecution: true }).open();
});
afterAll(() => session.close());

type Change = Parameters<McpWireHandlers["closed"]>[0];

interface Watched extends PipeWire {
  readonly messages: JsonRpcMessage[];
  readonly events: McpEvent[];
  readonly lost: [string | number, McpLoss][];
  readonly changes: Change[];
  readonly closed: Promise<Change>;
  call(id: string, name: string, args?: object): Promise<void>;
}

async function open(script: ScriptedServerScript, sandboxClosed = false): Promise<Watched> {
  const process = await session.spawn?.(scriptedServerCommand(script));
  if (process === undefined) throw new Error("The host sandbox can spawn.");
  const { wire, gone } = createPipeWire({
    process,
    serverId: "s",
    clock: systemClock(),
    maxMessageBytes: 16 * 1024 * 1024,
    graceMs: 400,
    redact: createRedactor({ envs: [], args: [] }),
    sandboxClosed: async () => sandboxClosed,
  });
  const watched = { messages: [], events: [], lost: [], changes: [] } as Pick<
    Watched,
    "messages" | "events" | "lost" | "changes"
  >;
  const closed = new Promise<Change>((resolve) => {
    void wire.start({
      message: (message) => watched.messages.push(message),
      lost: (id, loss) => watched.lost.push([id, loss]),
      event: (event) => watched.events.push(event),
      closed(change) {
        watched.changes.push(change);
        resolve(change);
      },
    });
  });
  const call: Watched["call"] = (id, name, args = {}) =>
    wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
  return { wire, gone, closed, call, ...watched };
}

test("a message goes there and back", async () => {
  const { wire, call, messages, closed } = await open({});
  await call("a", "echo", { text: "héllo" });
  await expect.poll(() => messages.length).toBe(1);
  expect(messages[0]).toMatchObject({ id: "a", result: { content: [{ text: "héllo" }] } });
  await wire.close();
  expect(await closed).toEqual({ reason: "stopped" });
});

test("a process that dies in a call closes the wire with its exit code and last words", async () => {
  const { wire, call, closed, changes } = await open({ mode: "crash-in-call", stderr: "out of luck\n" });
  await call("a", "crash");
  const { reason, error } = await closed;
  expect(reason).toBe("process-exited");
  expect(error).toMatchObject({
    code: "process_exited",
    phase: "call",
    exitCode: 7,
    stderrTail: "out of luck\n",
  });
  await expect(call("b", "echo")).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
  await wire.close();
  expect(changes).toHaveLength(1);
});

test("what a process wrote before it died arrives before the wire closes", async () => {
  const { call, closed, messages } = await open({ mode: "crash-in-call" });
  for (let index = 0; index < 200; index++) void call(`e${index}`, "echo", { text: "x".repeat(1000) });
  await call("a", "crash");
  await closed;
  expect(messages).toHaveLength(200);
});

test("a process that exits before anybody listens is told all the same", async () => {
  const process = await session.spawn?.(
    scriptedServerCommand({ mode: "exit-at-once", stderr: "no database\n" }),
  );
  if (process === undefined) throw new Error("The host sandbox can spawn.");
  await process.exit;
  const { wire } = createPipeWire({
    process,
    serverId: "s",
    clock: systemClock(),
    maxMessageBytes: 1024,
    graceMs: 100,
    redact: createRedactor({ envs: [], args: [] }),
    sandboxClosed: async () => false,
  });
  const change = await new Promise<Change>((closed) => {
    void wire.start({ message: () => {}, lost: () => {}, event: () => {}, closed });
  });
  expect(change.error).toMatchObject({ phase: "connect", exitCode: 3 });
  expect(change.error?.message).toContain("no database");
});

test("a process whose session was closed says so instead", async () => {
  const { call, closed } = await open({ mode: "crash-in-call" }, true);
  await call("a", "crash");
  expect(await closed).toEqual({ reason: "sandbox-closed" });
});

test("closing is patient, then firm, and nothing is left when it resolves", async () => {
  await using journal = await createJournal();
  const { wire, gone, call, messages } = await open({ mode: "ignore-eof-and-term", journal: journal.path });
  await call("a", "echo", { text: "alive" });
  await expect.poll(() => messages.length).toBe(1);
  await Promise.all([wire.close(), wire.close(), gone]);
  const [start] = await journal.of("start");
  expect(() => process.kill(start?.pid ?? 0, 0)).toThrow(/ESRCH/);
  expect((await journal.entries()).map(({ event }) => event).slice(-2)).toEqual(["eof", "sigterm"]);
});

test("a wire that was never started can be closed", async () => {
  const process = await session.spawn?.(scriptedServerCommand("stderr-flood"));
  if (process === undefined) throw new Error("The host sandbox can spawn.");
  const { wire } = createPipeWire({
    process,
    serverId: "s",
    clock: systemClock(),
    maxMessageBytes: 1024,
    graceMs: 5000,
    redact: createRedactor({ envs: [], args: [] }),
    sandboxClosed: async () => false,
  });
  await wire.close();
  expect(await process.exit).toMatchObject({ reason: "exited", exitCode: 0 });
});

test("a process that closes its stdout is dropped at once and ended", async () => {
  const { wire, call, closed, gone } = await open({ mode: "close-stdout" });
  await call("a", "hush");
  const { reason, error } = await closed;
  expect(reason).toBe("dropped");
  expect(error?.message).toContain("closed its stdout");
  await gone;
  await wire.close();
});

test("a grandchild that holds the pipes does not hold up the news of the exit, and is killed", async () => {
  const { call, closed } = await open({ mode: "grandchild-holds-pipe" });
  await call("a", "abandon");
  expect(await closed).toMatchObject({ reason: "process-exited", error: { exitCode: 0 } });
});

test("writes that a process never read settle when it ends", async () => {
  const { call, closed, messages } = await open({ mode: "stop-reading" });
  await call("d", "deafen", { exitAfterMs: 300 });
  await expect.poll(() => messages.length).toBe(1);
  const big = { text: "x".repeat(8 * 1024 * 1024) };
  const sent = Promise.allSettled([
    call("1", "echo", big),
    setTimeout(20).then(() => call("2", "echo", big)),
  ]);
  const { reason } = await closed;
  expect(reason).toBe("process-exited");
  const [first, second] = await sent;
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { outcome: "not-sent" } });
});

test("a flood on stderr is shown and bounded, and holds up nothing", async () => {
  const { wire, call, messages, events, closed } = await open({
    mode: "stderr-flood",
    bytes: 4 * 1024 * 1024,
  });
  await call("a", "echo", { text: "dry" });
  await expect.poll(() => messages.length).toBe(1);
  expect(events.some((event) => event.type === "stderr")).toBe(true);
  await wire.close();
  await closed;
});
