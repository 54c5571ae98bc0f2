import { type Clock, type McpWire, systemClock } from "@x/mcp-core";
import { type Journal, type JournalEntry, journalReader } from "./journal.ts";
import { createMemoryWire } from "./memory-wire.ts";
import type { ScriptedMode } from "./scripted-mode.ts";
import { toScript } from "./scripted-server-command.ts";
import type { ScriptedServerScript } from "./scripted-server-script.ts";

/** Options of {@link scriptedPeer} and {@link scriptedWire}. */
export interface ScriptedPeerOptions {
  /** Owns the time of the server too, so that a fake clock moves both ends. Default: the system's. */
  readonly clock?: Clock;
  /** Default: `scripted`. */
  readonly serverId?: string;
  /** What the wire says it is. Default: `pipe`. */
  readonly kind?: McpWire["kind"];
}

/** A scripted server in memory: every wire is a new start of it. */
export interface ScriptedPeer {
  /** Has the shape a session wants: a new wire for every attempt. */
  openWire(): Promise<McpWire>;
  /** What happened to it, over all of its starts. */
  readonly journal: Pick<Journal, "entries" | "of" | "executions" | "received">;
}

/**
 * A scripted server without a process, for tests of what sits above the wire.
 *
 * @throws Error for a mode that needs a process: see `processOnly` in {@link scriptedModes}.
 */
export function scriptedPeer(
  script: ScriptedMode | ScriptedServerScript = "normal",
  options: ScriptedPeerOptions = {},
): ScriptedPeer {
  const entries: JournalEntry[] = [];
  const { clock = systemClock(), serverId = "scripted", kind = "pipe" } = options;
  let starts = 0;
  return {
    openWire: async () => {
      starts += 1;
      return createMemoryWire(toScript(script), { clock, serverId, kind, pid: starts, entries });
    },
    journal: journalReader(async () => [...entries]),
  };
}
