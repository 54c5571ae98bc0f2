import { type McpWire, systemClock } from "@x/mcp-core";
import { createMemoryWire } from "./memory-wire.ts";
import type { ScriptedMode } from "./scripted-mode.ts";
import type { ScriptedPeerOptions } from "./scripted-peer.ts";
import { toScript } from "./scripted-server-command.ts";
import type { ScriptedServerScript } from "./scripted-server-script.ts";

/**
 * One wire to a scripted server in memory. A session that may connect again needs {@link scriptedPeer}.
 *
 * @throws Error for a mode that needs a process: see `processOnly` in {@link scriptedModes}.
 */
export function scriptedWire(
  script: ScriptedMode | ScriptedServerScript = "normal",
  options: ScriptedPeerOptions = {},
): McpWire {
  const { clock = systemClock(), serverId = "scripted", kind = "pipe" } = options;
  return createMemoryWire(toScript(script), { clock, serverId, kind, pid: 1, entries: [] });
}
