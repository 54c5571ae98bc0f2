import { audit, emit, replyError } from "./emit.ts";
import type { Asked, Machine } from "./machine.ts";
import type { ViewCloseReason, ViewFailure } from "./view-effect.ts";
import { viewErrorCodes } from "./view-error-codes.ts";

/** Ends a session whose view is of no use. */
export function fail(machine: Machine, reason: ViewFailure, message: string): void {
  machine.phase = "failed";
  machine.failure = reason;
  machine.initDeadlineMs = undefined;
  abandon(machine, false);
  audit(machine, { direction: "host", what: reason, outcome: "failed" });
  emit(machine, { type: "failed", reason, message });
}

/** Ends a session; the frame can go. */
export function close(machine: Machine, reason: ViewCloseReason, answered: boolean): void {
  if (machine.phase === "closed") return;
  machine.phase = "closed";
  machine.initDeadlineMs = undefined;
  machine.closed = Object.freeze({ reason, answered });
  abandon(machine, false);
  audit(machine, { direction: "host", what: reason, outcome: answered ? "accepted" : "timed-out" });
  emit(machine, { type: "closed", reason, answered });
}

/** Gives up all work for the view; it gets answers only where it can still do something with them. */
export function abandon(machine: Machine, answer: boolean): void {
  machine.pendingSize = undefined;
  machine.pendingListChange = false;
  for (const { key, id } of machine.pending.values()) {
    if (answer) replyError(machine, id, viewErrorCodes.denied, "The view is being closed.");
    emit(machine, { type: "cancel", key, reason: "closed" });
  }
  machine.pending.clear();
  const asked = [...machine.asked.values()];
  machine.asked.clear();
  for (const request of asked) failAsked(machine, request, "The view is closed.");
}

/** The view will not answer. */
export function failAsked(machine: Machine, asked: Asked, failure: string): void {
  if (asked.purpose === "ping") emit(machine, { type: "pong", answered: false });
  if (asked.purpose === "app-tools") emit(machine, { type: "app-tools", tools: Object.freeze([]), failure });
  if (asked.purpose === "app-tool")
    emit(machine, { type: "app-tool-result", callId: asked.callId ?? "", failure });
}
