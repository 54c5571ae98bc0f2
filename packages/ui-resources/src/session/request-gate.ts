import type { ViewAuditRule } from "./audit-entry.ts";
import { audit, replyError } from "./emit.ts";
import type { Machine, RpcId } from "./machine.ts";
import type { Asker } from "./pending.ts";
import { createBucket, takeTokens } from "./rate.ts";
import { viewErrorCodes } from "./view-error-codes.ts";
import type { ViewRateName } from "./view-limits.ts";

/** Takes from a rate of the session. */
export function takeRate(machine: Machine, name: ViewRateName, count = 1): boolean {
  const rate = machine.settings.limits[name];
  const bucket = machine.buckets.get(name) ?? createBucket(rate, machine.nowMs);
  machine.buckets.set(name, bucket);
  return takeTokens(bucket, rate, machine.nowMs, count);
}

/** Whether a request of the view with this id waits: an answer to another would be taken for that of the first. */
export function isPending(machine: Machine, id: RpcId): boolean {
  for (const pending of machine.pending.values()) if (pending.id === id) return true;
  return false;
}

/** Refuses a request of the view with an error that says why. */
export function refuse(
  machine: Machine,
  { id, method }: Asker,
  rule: ViewAuditRule,
  code: keyof typeof viewErrorCodes,
  message: string,
  tool?: string,
): void {
  noteRefusal(machine, method, rule, tool);
  replyError(machine, id, viewErrorCodes[code], message);
}

/** Writes a refusal into the log. */
export function noteRefusal(machine: Machine, what: string, rule: ViewAuditRule, tool?: string): void {
  const named = tool === undefined ? {} : { tool };
  audit(machine, { direction: "from-view", what, outcome: "refused", rule, ...named });
}

/** Whether the host can take one more request; refuses it if not. */
export function hasRoom(machine: Machine, asker: Asker, rate: ViewRateName): boolean {
  if (machine.pending.size >= machine.settings.limits.maxPending) {
    refuse(machine, asker, "pending", "busy", "Too many requests wait for an answer.");
    return false;
  }
  if (takeRate(machine, rate)) return true;
  refuse(machine, asker, "rate", "busy", "Too many requests; try again later.");
  return false;
}
