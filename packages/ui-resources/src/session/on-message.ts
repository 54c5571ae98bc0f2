import { audit, replyError } from "./emit.ts";
import { fail } from "./ending.ts";
import type { Machine } from "./machine.ts";
import { onNotification } from "./on-notification.ts";
import { onRequest } from "./on-request.ts";
import { onResponse } from "./on-response.ts";
import { readMessage, type ViewMessage } from "./read-message.ts";
import { isPending, takeRate } from "./request-gate.ts";
import { viewErrorCodes } from "./view-error-codes.ts";

/** Only between proxy and host (SEP-1865, Reserved Messages); from a view it is a forgery. */
const reservedPrefix = "ui/notifications/sandbox-";

/** A message of the view. */
export function onMessage(machine: Machine, raw: unknown): void {
  if (machine.phase === "closed") return;
  if (!takeRate(machine, "messages")) {
    onOverflow(machine);
    return;
  }
  const message = readMessage(raw, machine.settings.limits.maxMessageBytes);
  if (message.kind === "invalid") {
    onInvalid(machine, message);
    return;
  }
  if (!takeRate(machine, "bytes", message.bytes)) {
    onOverflow(machine);
    if (message.kind === "request" && machine.phase !== "failed" && !isPending(machine, message.id))
      replyError(machine, message.id, viewErrorCodes.busy, "Too much data; try again later.");
    return;
  }
  if (machine.dropped > 0 && isCalm(machine)) machine.dropped = 0;
  if (message.kind !== "response" && message.method.startsWith(reservedPrefix))
    audit(machine, {
      direction: "from-view",
      what: message.method,
      outcome: "dropped",
      rule: "reserved-method",
    });
  else if (message.kind === "request") onRequest(machine, message);
  else if (message.kind === "notification") onNotification(machine, message);
  else onResponse(machine, message);
}

function onInvalid(machine: Machine, { id, rule }: Extract<ViewMessage, { kind: "invalid" }>): void {
  audit(machine, { direction: "from-view", what: "message", outcome: "dropped", rule });
  if (id === undefined || machine.phase === "failed" || isPending(machine, id)) return;
  const code = rule === "invalid-params" ? viewErrorCodes.invalidParams : viewErrorCodes.invalidRequest;
  replyError(machine, id, code, "Not a request of JSON-RPC 2.0.");
}

/** Nothing is answered: an answer for every message too many would double the flood. */
function onOverflow(machine: Machine): void {
  machine.dropped += 1;
  // A log must not be flooded with the flood.
  if ((machine.dropped & (machine.dropped - 1)) === 0)
    audit(machine, { direction: "from-view", what: "message", outcome: "dropped", rule: "rate" });
  if (machine.dropped > machine.settings.limits.maxDropped && machine.phase !== "failed")
    fail(machine, "flood", "The view sends more than this host takes.");
}

function isCalm({ buckets, settings }: Machine): boolean {
  return (buckets.get("messages")?.tokens ?? 0) >= settings.limits.messages.burst / 2;
}
