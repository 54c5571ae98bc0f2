import { copyJson } from "../data/copy-json.ts";
import type { UiJson } from "../data/json.ts";
import { audit, emit, reply, replyError } from "./emit.ts";
import type { Machine, Pending, RpcId } from "./machine.ts";
import { answerFailure, answerOf } from "./settle-answer.ts";
import { viewErrorCodes } from "./view-error-codes.ts";
import type { ViewApprovalRequest, ViewDecision, ViewRequest } from "./view-request.ts";

/** Who asked, for an answer. */
export interface Asker {
  readonly id: RpcId;
  readonly method: string;
}

/** Hands a request of the view on to the host. */
export function startRequest(machine: Machine, asker: Asker, request: ViewRequest): void {
  noteStart(machine, asker, request.kind === "call-tool" ? request.tool : undefined);
  handOn(machine, asker, request);
}

function handOn(machine: Machine, { id, method }: Asker, request: ViewRequest): void {
  const key = nextKey(machine);
  const deadlineMs = machine.nowMs + machine.settings.limits.requestTimeoutMs;
  const frozen = Object.freeze(request);
  machine.pending.set(key, { key, id, method, deadlineMs, request: frozen });
  emit(machine, { type: "request", key, request: frozen });
}

/** Asks for approval of a call. */
export function startApproval(machine: Machine, asker: Asker, approval: ViewApprovalRequest): void {
  noteStart(machine, asker, approval.tool);
  const { id, method } = asker;
  const key = nextKey(machine);
  const deadlineMs = machine.nowMs + machine.settings.limits.approvalTimeoutMs;
  const frozen = Object.freeze(approval);
  machine.pending.set(key, { key, id, method, deadlineMs, approval: frozen });
  emit(machine, { type: "approval", key, request: frozen });
}

/** Somebody decided. What they saw is what is called. */
export function onDecision(machine: Machine, key: string, decision: ViewDecision): void {
  const pending = machine.pending.get(key);
  if (pending?.approval === undefined) {
    audit(machine, { direction: "host", what: "decision", outcome: "dropped", rule: "unknown-id" });
    return;
  }
  machine.pending.delete(key);
  const { approval, id, method } = pending;
  const { tool, serverId } = approval;
  // The list may have changed while somebody thought about it.
  const mayCall = machine.tools.get(tool)?.appMayCall === true;
  const isApproved = mayCall && (decision === "once" || decision === "always");
  audit(machine, { direction: "host", what: "decision", outcome: isApproved ? "approved" : "denied", tool });
  if (!isApproved) {
    replyError(machine, id, viewErrorCodes.denied, "The call was not approved.");
    return;
  }
  if (decision === "always") machine.approvedTools.add(tool);
  handOn(
    machine,
    { id, method },
    {
      kind: "call-tool",
      serverId,
      tool,
      arguments: approval.arguments,
      approvedBy: decision === "always" ? "remembered" : "once",
    },
  );
}

/** The host is done. */
export function onSettle(
  machine: Machine,
  key: string,
  outcome: { readonly result: unknown } | { readonly failure: unknown },
): void {
  const pending = machine.pending.get(key);
  if (pending?.request === undefined) {
    audit(machine, { direction: "host", what: "settle", outcome: "dropped", rule: "unknown-id" });
    return;
  }
  machine.pending.delete(key);
  const { request } = pending;
  const answer = "failure" in outcome ? undefined : resultOf(machine, outcome.result);
  if (answer === undefined || !answer.ok) {
    const text = "failure" in outcome ? textOf(outcome.failure) : "The answer cannot be passed on.";
    finish(machine, pending, "failed");
    answerFailure(machine, pending.id, request, text);
    return;
  }
  const given = answerOf(machine, request, answer.value);
  finish(machine, pending, given === undefined ? "failed" : "settled");
  if (given === undefined) answerFailure(machine, pending.id, request, "The answer cannot be passed on.");
  else reply(machine, pending.id, given);
}

/** The view gave up (MCP cancellation): nobody is answered. */
export function onCancelled(machine: Machine, requestId: UiJson | undefined): void {
  for (const pending of machine.pending.values()) {
    if (pending.id !== requestId) continue;
    machine.pending.delete(pending.key);
    finish(machine, pending, "cancelled");
    emit(machine, { type: "cancel", key: pending.key, reason: "view" });
    return;
  }
}

/** Answers for a host that did not. */
export function expirePending(machine: Machine): void {
  for (const pending of [...machine.pending.values()]) {
    if (pending.deadlineMs > machine.nowMs) continue;
    machine.pending.delete(pending.key);
    finish(machine, pending, "timed-out");
    emit(machine, { type: "cancel", key: pending.key, reason: "timeout" });
    if (pending.request?.kind === "display-mode")
      answerFailure(machine, pending.id, pending.request, "Timed out.");
    else replyError(machine, pending.id, viewErrorCodes.timeout, "The host did not answer in time.");
  }
}

function finish(
  machine: Machine,
  pending: Pending,
  outcome: "settled" | "failed" | "cancelled" | "timed-out",
): void {
  const { request, approval, method } = pending;
  const tool = approval?.tool ?? (request?.kind === "call-tool" ? request.tool : undefined);
  audit(machine, { direction: "host", what: method, outcome, ...(tool === undefined ? {} : { tool }) });
}

function resultOf(
  machine: Machine,
  result: unknown,
): { readonly ok: true; readonly value: UiJson } | { ok: false } {
  if (result === undefined) return { ok: true, value: null };
  return copyJson(result, { maxBytes: machine.settings.limits.maxResultBytes });
}

function textOf(failure: unknown): string {
  return typeof failure === "string" && failure !== "" ? failure.slice(0, 1024) : "The host could not do it.";
}

function noteStart(machine: Machine, { method }: Asker, tool: string | undefined): void {
  const named = tool === undefined ? {} : { tool };
  audit(machine, { direction: "from-view", what: method, outcome: "accepted", ...named });
}

function nextKey(machine: Machine): string {
  return `${machine.settings.instance}/${machine.nextKey++}`;
}
