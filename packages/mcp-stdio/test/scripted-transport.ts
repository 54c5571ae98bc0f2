import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { McpEvent, McpTransportPort } from "@x/mcp-core";
import { createStdioTransport, type StdioServerConfig, type StdioTransportOptions } from "@x/mcp-stdio";
import {
  createJournal,
  type Journal,
  type ScriptedMode,
  type ScriptedServerCommandOptions,
  type ScriptedServerScript,
  scriptedServerCommand,
} from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { expect } from "vitest";

/** A scripted server behind a transport, in a sandbox of its own. */
export interface ScriptedTransport extends AsyncDisposable {
  readonly port: McpTransportPort;
  readonly journal: Journal;
  readonly events: readonly McpEvent[];
  of<T extends McpEvent["type"]>(type: T): readonly Extract<McpEvent, { type: T }>[];
  starts(): Promise<number>;
}

export interface ScriptedTransportOptions {
  readonly config?: Partial<StdioServerConfig>;
  readonly transport?: StdioTransportOptions;
  readonly command?: ScriptedServerCommandOptions;
}

const eventTypes = [
  "state",
  "tools",
  "quarantine",
  "call",
  "stderr",
  "noise",
  "auth",
  "limit",
  "warning",
] as const;

/**
 * Makes a transport to a scripted server. When it is disposed of, the transport is stopped, and not one process that
 * the server ever was may be left.
 */
export async function scriptedTransport(
  script: ScriptedMode | ScriptedServerScript,
  { config, transport, command }: ScriptedTransportOptions = {},
): Promise<ScriptedTransport> {
  const journal = await createJournal();
  const given = typeof script === "string" ? { mode: script } : script;
  const port = createStdioTransport(
    {
      kind: "stdio",
      serverId: "scripted",
      ...scriptedServerCommand({ ...given, journal: journal.path }, command),
      stopGraceMs: 300,
      backoff: { initialDelayMs: 10, maxDelayMs: 50 },
      ...config,
    },
    transport?.session === undefined
      ? { sandbox: hostSandbox({ allowHostExecution: true }), ...transport }
      : transport,
  );
  const events: McpEvent[] = [];
  for (const type of eventTypes) port.on(type, (event) => events.push(event));
  const starts = async (): Promise<readonly number[]> =>
    (await journal.of("start")).map((entry) => entry.pid);
  return {
    port,
    journal,
    events,
    of: (type) =>
      events.filter((event): event is Extract<McpEvent, { type: typeof type }> => event.type === type),
    starts: async () => (await starts()).length,
    async [Symbol.asyncDispose]() {
      try {
        await port.stop();
        expect((await starts()).filter(isAlive)).toEqual([]);
      } finally {
        await journal[Symbol.asyncDispose]();
      }
    },
  };
}

/** Whether a process of that id runs. One that has ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
  if (process.platform !== "linux") return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^ Z/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return false; // it has just gone
  }
}

/** Waits until the port is in a state. */
export async function untilState(port: McpTransportPort, state: McpTransportPort["state"]): Promise<void> {
  while (port.state !== state) await setTimeout(5);
}
