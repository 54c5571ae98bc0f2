import type { UiJson } from "../data/json.ts";
import { isDisplayMode } from "./clean/clean-host-context.ts";
import { tellContext } from "./context-flow.ts";
import { audit, emit } from "./emit.ts";
import type { ViewDisplayMode } from "./host-context.ts";
import { displayModeOf, type Machine } from "./machine.ts";

/**
 * The modes that the view may be in: those that both sides declared, and `inline`, which every view is made for
 * (SEP-1865, Display Modes: a host may decline modes that a view did not declare).
 */
export function possibleModes(machine: Machine): ReadonlySet<ViewDisplayMode> {
  const ours = modesIn(machine.hostContext.availableDisplayModes);
  const theirs = modesIn(machine.app?.appCapabilities.availableDisplayModes);
  return new Set<ViewDisplayMode>(["inline", ...ours.filter((mode) => theirs.includes(mode))]);
}

/** The view is in another mode now: it is told, and so is the host. */
export function switchDisplayMode(machine: Machine, mode: ViewDisplayMode): void {
  if (mode === displayModeOf(machine)) return;
  if (!possibleModes(machine).has(mode)) {
    audit(machine, { direction: "host", what: "display-mode", outcome: "refused", rule: "display-mode" });
    return;
  }
  machine.hostContext = Object.freeze({ ...machine.hostContext, displayMode: mode });
  audit(machine, { direction: "host", what: "display-mode", outcome: "accepted" });
  emit(machine, { type: "display-mode", mode });
  tellContext(machine, { displayMode: mode });
}

function modesIn(value: UiJson | undefined): readonly ViewDisplayMode[] {
  return Array.isArray(value) ? value.filter(isDisplayMode) : [];
}
