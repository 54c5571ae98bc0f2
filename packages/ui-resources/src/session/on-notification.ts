import type { UiJsonObject } from "../data/json.ts";
import { flushListChange } from "./app-tools.ts";
import type { ViewAuditRule } from "./audit-entry.ts";
import { audit, emit } from "./emit.ts";
import { onInitialized } from "./initialize.ts";
import type { Machine } from "./machine.ts";
import { onCancelled } from "./pending.ts";
import type { ViewMessage } from "./read-message.ts";
import { takeRate } from "./request-gate.ts";
import { onSizeChanged } from "./view-size.ts";

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** A notification of the view. What it does not fit is dropped: nobody waits for an answer. */
export function onNotification(
  machine: Machine,
  { method, params, bytes }: Extract<ViewMessage, { kind: "notification" }>,
): void {
  const rule = refusalOf(machine, method);
  if (rule !== undefined) drop(machine, method, rule);
  else if (method === "ui/notifications/initialized") onInitialized(machine);
  else if (method === "ui/notifications/size-changed") onSizeChanged(machine, params);
  else if (method === "notifications/cancelled") onCancelled(machine, params.requestId);
  else if (method === "notifications/message") onLog(machine, params, bytes);
  else if (method === "ui/notifications/request-teardown") {
    audit(machine, { direction: "from-view", what: method, outcome: "accepted" });
    emit(machine, { type: "close-requested" });
  } else {
    machine.pendingListChange = true;
    flushListChange(machine);
  }
}

function refusalOf(machine: Machine, method: string): ViewAuditRule | undefined {
  const { phase, settings } = machine;
  if (phase === "failed") return "ended";
  if (method === "ui/notifications/initialized") return phase === "initializing" ? undefined : "order";
  if (phase === "waiting" || phase === "initializing") return "not-initialized";
  switch (method) {
    case "notifications/message":
      return settings.has.log ? undefined : "no-handler";
    case "notifications/cancelled":
      return undefined;
    case "ui/notifications/size-changed":
      return phase === "closing" ? "closing" : undefined;
    case "ui/notifications/request-teardown":
    case "notifications/tools/list_changed":
      return settings.draft ? (phase === "closing" ? "closing" : undefined) : "draft";
    default:
      return "unknown-method";
  }
}

function onLog(machine: Machine, params: UiJsonObject, bytes: number): void {
  const { level, logger, data } = params;
  const method = "notifications/message";
  if (typeof level !== "string" || !levels.includes(level) || data === undefined)
    drop(machine, method, "invalid-params");
  else if (bytes > machine.settings.limits.maxChatBytes) drop(machine, method, "too-large");
  else if (!takeRate(machine, "logs")) drop(machine, method, "rate");
  else {
    const named = typeof logger === "string" ? { logger: logger.slice(0, 256) } : {};
    emit(machine, { type: "log", entry: Object.freeze({ level, ...named, data }) });
  }
}

function drop(machine: Machine, what: string, rule: ViewAuditRule): void {
  audit(machine, { direction: "from-view", what, outcome: "dropped", rule });
}
