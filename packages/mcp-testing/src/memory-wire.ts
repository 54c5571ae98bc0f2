import {
  type Clock,
  isJsonObject,
  type JsonRpcMessage,
  McpProtocolError,
  type McpWire,
  type McpWireHandlers,
} from "@x/mcp-core";
import { createScriptedServer, type ScriptedServer } from "#scripted-server";
import type { JournalEntry } from "./journal.ts";
import { scriptedModes } from "./scripted-mode.ts";
import type { ScriptedServerScript } from "./scripted-server-script.ts";

/** Where a memory wire lives. */
export interface MemoryWireContext {
  readonly clock: Clock;
  readonly serverId: string;
  readonly kind: McpWire["kind"];
  /** Stands for the process in the journal. */
  readonly pid: number;
  /** The journal, appended to. */
  readonly entries: JournalEntry[];
}

/** One start of a scripted server, as a wire. What the server writes arrives in a later microtask, never inside `send`. */
export function createMemoryWire(script: ScriptedServerScript, context: MemoryWireContext): McpWire {
  const { clock, serverId, kind, pid, entries } = context;
  const mode = script.mode ?? "normal";
  if (scriptedModes[mode].processOnly || script.refuseToEnd)
    throw new Error(`The mode "${mode}" needs a process: start it with scriptedServerCommand.`);
  const timers = new Set<() => void>();
  let handlers: McpWireHandlers | undefined;
  let server: ScriptedServer | undefined;
  let over = false;
  let stderr = "";

  const later = (run: (to: McpWireHandlers) => void): void =>
    queueMicrotask(() => {
      if (handlers !== undefined && !over) run(handlers);
    });
  const end = (change: Parameters<McpWireHandlers["closed"]>[0]): void => {
    if (over) return;
    over = true;
    for (const cancel of timers) cancel();
    timers.clear();
    handlers?.closed(change);
  };
  const deliver = (line: Uint8Array): void => {
    const message = parse(line);
    const blank = line.every((byte) => byte <= 0x20);
    if (message !== undefined) later((to) => to.message(message));
    else if (!blank)
      later((to) => to.event({ type: "noise", serverId, at: clock.now(), bytes: line.length }));
  };
  const lines = createLines(deliver);

  return {
    kind,
    processId: `memory-${pid}`,
    async start(given) {
      handlers = given;
      server = createScriptedServer(script, {
        write: (data) => lines(typeof data === "string" ? Buffer.from(data) : data),
        stderr(text) {
          stderr = `${stderr}${text}`.slice(-8192);
          later((to) => to.event({ type: "stderr", serverId, at: clock.now(), text }));
        },
        after(ms, run) {
          const cancel = clock.after(ms, () => {
            timers.delete(cancel);
            run();
          });
          timers.add(cancel);
          return cancel;
        },
        journal: (entry) => entries.push({ ...entry, pid, at: clock.now() } as JournalEntry),
        exit: (exitCode) =>
          later(() => end({ reason: "process-exited", error: exited(serverId, exitCode, stderr) })),
      });
      const started = server;
      later(() => started.start());
    },
    async send(message) {
      if (over || server === undefined) throw notOpen(serverId);
      const to = server;
      const line = JSON.stringify(message);
      later(() => to.receive(line));
    },
    async close() {
      end({ reason: "stopped" });
    },
  };
}

/** Puts lines together. Bytes behind the last newline wait for the next one. */
function createLines(deliver: (line: Uint8Array) => void): (chunk: Uint8Array) => void {
  let held: Uint8Array[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      held.push(chunk.subarray(from, at));
      deliver(Buffer.concat(held));
      held = [];
      from = at + 1;
    }
    held.push(chunk.subarray(from));
  };
}

function parse(line: Uint8Array): JsonRpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    return isJsonObject(value) ? (value as unknown as JsonRpcMessage) : undefined;
  } catch {
    return undefined; // it is noise, and reported as such
  }
}

function exited(serverId: string, exitCode: number, stderrTail: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "process_exited",
    message: `The scripted server exited with code ${exitCode}.`,
    serverId,
    exitCode,
    retryable: true,
    ...(stderrTail === "" ? {} : { stderrTail }),
  });
}

function notOpen(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "closed",
    message: "The wire is closed; nothing was sent.",
    serverId,
    outcome: "not-sent",
  });
}
