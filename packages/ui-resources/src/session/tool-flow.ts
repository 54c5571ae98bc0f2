import { copyJson } from "../data/copy-json.ts";
import type { UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { cleanResult, unshowableResult } from "./clean/clean-result.ts";
import { audit, notify } from "./emit.ts";
import type { Machine } from "./machine.ts";

/** Arguments so far: told at once when the view listens, else the latest is told when it does. */
export function onToolInputPartial(machine: Machine, partial: unknown): void {
  if (isSettled(machine, "tool-input-partial")) return;
  const taken = copyArguments(machine, partial);
  if (taken === undefined) return;
  machine.toolInputPartial = taken;
  if (machine.phase === "ready") tellPartial(machine);
}

/** The arguments: told exactly once, an empty object included. */
export function onToolInput(machine: Machine, input: unknown): void {
  if (isSettled(machine, "tool-input")) return;
  machine.toolInput = copyArguments(machine, input) ?? Object.freeze({});
  machine.toolInputPartial = undefined;
  tellCall(machine);
}

/** The result. A host that never gave the arguments said by that that there were none. */
export function onToolResult(machine: Machine, result: unknown): void {
  if (hasOutcome(machine, "tool-result")) return;
  const copied = copyJson(result, { maxBytes: machine.settings.limits.maxResultBytes });
  machine.toolInput ??= Object.freeze({});
  machine.toolInputPartial = undefined;
  machine.toolResult = copied.ok
    ? cleanResult(copied.value)
    : unshowableResult(
        copied.code === "too-large"
          ? "The result of the tool is too large to be shown here."
          : "The result of the tool cannot be shown here.",
      );
  if (!copied.ok)
    audit(machine, { direction: "host", what: "tool-result", outcome: "refused", rule: ruleOf(copied.code) });
  tellCall(machine);
}

/** No result will come. Arguments that never became complete are not made up: then only this is told. */
export function onToolCancelled(machine: Machine, reason: unknown): void {
  if (hasOutcome(machine, "tool-cancelled")) return;
  const text = typeof reason === "string" && reason !== "" ? reason.slice(0, 1024) : "cancelled";
  machine.toolInputPartial = undefined;
  machine.toolCancelled = Object.freeze({ reason: text });
  tellCall(machine);
}

/** Tells the view what is new, in the order of the specification (SEP-1865, Data Passing). After the outcome nothing is. */
export function tellCall(machine: Machine): void {
  if (machine.phase !== "ready") return;
  const { inputTold, toolInput, toolResult, toolCancelled } = machine;
  if (toolInput === undefined && toolCancelled === undefined) tellPartial(machine);
  if (toolInput !== undefined && !inputTold) {
    machine.inputTold = true;
    tell(machine, "ui/notifications/tool-input", { arguments: toolInput });
  }
  if (toolResult !== undefined) tell(machine, "ui/notifications/tool-result", toolResult);
  else if (toolCancelled !== undefined) tell(machine, "ui/notifications/tool-cancelled", toolCancelled);
}

function tellPartial(machine: Machine): void {
  const partial = machine.toolInputPartial;
  if (partial === undefined) return;
  machine.toolInputPartial = undefined;
  notify(machine, "ui/notifications/tool-input-partial", { arguments: partial });
}

function tell(machine: Machine, method: string, params: UiJsonObject): void {
  audit(machine, { direction: "to-view", what: method, outcome: "accepted" });
  notify(machine, method, params);
}

function isSettled(machine: Machine, what: string): boolean {
  if (machine.toolInput === undefined) return hasOutcome(machine, what);
  audit(machine, { direction: "host", what, outcome: "dropped", rule: "order" });
  return true;
}

function hasOutcome(machine: Machine, what: string): boolean {
  if (machine.toolResult === undefined && machine.toolCancelled === undefined) return false;
  audit(machine, { direction: "host", what, outcome: "dropped", rule: "order" });
  return true;
}

function copyArguments(machine: Machine, value: unknown): UiJsonObject | undefined {
  if (value === undefined || value === null) return Object.freeze({});
  const copied = copyJson(value, { maxBytes: machine.settings.limits.maxResultBytes });
  if (copied.ok && isPlainObject(copied.value)) return copied.value as UiJsonObject;
  const rule = copied.ok ? "invalid-params" : ruleOf(copied.code);
  audit(machine, { direction: "host", what: "tool-input", outcome: "refused", rule });
  return undefined;
}

function ruleOf(
  code: "unreadable" | "malformed" | "too-large",
): "unreadable" | "too-large" | "invalid-params" {
  return code === "malformed" ? "invalid-params" : code;
}
