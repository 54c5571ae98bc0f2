import { cleanHostContext, isDisplayMode } from "./clean/clean-host-context.ts";
import { knownTools } from "./clean/known-tool.ts";
import { contextChanges, tellContext } from "./context-flow.ts";
import { switchDisplayMode } from "./display-mode.ts";
import { audit, notify } from "./emit.ts";
import type { Machine } from "./machine.ts";
import type { ViewEvent } from "./view-event.ts";

/** Fields of the context are new. A mode goes through the same rule as a switch by the user. */
export function onHostContext(machine: Machine, context: unknown): void {
  const { displayMode, ...next } = cleanHostContext(context);
  const changes = contextChanges(machine.hostContext, next);
  if (Object.keys(changes).length > 0) {
    machine.hostContext = Object.freeze({ ...machine.hostContext, ...changes });
    tellContext(machine, changes);
  }
  if (isDisplayMode(displayMode)) switchDisplayMode(machine, displayMode);
}

/** A list of the server changed. A tool that is another now needs approval anew. */
export function onListChanged(machine: Machine, event: Extract<ViewEvent, { type: "list-changed" }>): void {
  if (event.list === "tools" && event.tools !== undefined) {
    const before = machine.tools;
    machine.tools = knownTools(event.tools);
    for (const name of machine.approvedTools) {
      const old = JSON.stringify(before.get(name)?.definition);
      if (JSON.stringify(machine.tools.get(name)?.definition) !== old) machine.approvedTools.delete(name);
    }
  }
  audit(machine, { direction: "host", what: `${event.list}-changed`, outcome: "accepted" });
  const { has } = machine.settings;
  const isKnown = event.list === "tools" ? has.callTool : event.list === "prompts" || has.readResource;
  if (machine.phase === "ready" && has.listChanged && isKnown)
    notify(machine, `notifications/${event.list}/list_changed`, {});
}
