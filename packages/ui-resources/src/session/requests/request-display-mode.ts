import { isDisplayMode } from "../clean/clean-host-context.ts";
import { possibleModes } from "../display-mode.ts";
import { reply } from "../emit.ts";
import { displayModeOf } from "../machine.ts";
import { startRequest } from "../pending.ts";
import { noteRefusal, takeRate } from "../request-gate.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** `ui/request-display-mode`: always answered with the mode that results (SEP-1865, Display Modes). */
export const onRequestDisplayMode: ViewRequestHandler = (machine, asker, { params }) => {
  const { mode } = params;
  const from = displayModeOf(machine);
  const { has, limits } = machine.settings;
  const isPossible = isDisplayMode(mode) && possibleModes(machine).has(mode);
  const isFree = machine.pending.size < limits.maxPending;
  if (isPossible && mode !== from && has.displayMode && isFree && takeRate(machine, "displayModes")) {
    startRequest(machine, asker, { kind: "display-mode", mode, from });
    return;
  }
  if (mode !== from) noteRefusal(machine, asker.method, "display-mode");
  reply(machine, asker.id, { mode: from });
};
