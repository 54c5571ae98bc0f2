import { displayModeOf, type Machine } from "./machine.ts";
import type { ViewSessionState } from "./view-session-state.ts";

/** What is worth keeping of a session. */
export function snapshot(machine: Machine): ViewSessionState {
  const { settings, app, toolInput, toolResult, toolCancelled, modelContext, failure, closed, wakeAtMs } =
    machine;
  return Object.freeze({
    version: 1,
    instance: settings.instance,
    serverId: settings.serverId,
    tool: settings.tool.name,
    phase: machine.phase,
    ...(app === undefined ? {} : { app }),
    ...(toolInput === undefined ? {} : { toolInput }),
    ...(toolResult === undefined ? {} : { toolResult }),
    ...(toolCancelled === undefined ? {} : { toolCancelled }),
    hostContext: machine.hostContext,
    displayMode: displayModeOf(machine),
    ...(modelContext === undefined ? {} : { modelContext }),
    approvedTools: Object.freeze([...machine.approvedTools]),
    pending: Object.freeze([...machine.pending.keys()]),
    ...(failure === undefined ? {} : { failure }),
    ...(closed === undefined ? {} : { closed }),
    ...(wakeAtMs === undefined ? {} : { wakeAtMs }),
  });
}
