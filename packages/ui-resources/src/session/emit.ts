import type { UiJson, UiJsonObject } from "../data/json.ts";
import type { ViewAuditEntry } from "./audit-entry.ts";
import type { Machine, RpcId } from "./machine.ts";
import type { ViewEffect } from "./view-effect.ts";

/** Adds an effect. */
export function emit(machine: Machine, effect: ViewEffect): void {
  machine.effects.push(Object.freeze(effect));
}

/** Tells the view something. */
export function notify(machine: Machine, method: string, params: UiJsonObject): void {
  send(machine, { jsonrpc: "2.0", method, params });
}

/** Asks the view something. */
export function ask(machine: Machine, id: string, method: string, params: UiJsonObject): void {
  send(machine, { jsonrpc: "2.0", id, method, params });
}

/** Answers a request of the view. */
export function reply(machine: Machine, id: RpcId, result: UiJsonObject): void {
  send(machine, { jsonrpc: "2.0", id, result });
}

/** Answers a request of the view with an error. */
export function replyError(machine: Machine, id: RpcId, code: number, message: string): void {
  send(machine, { jsonrpc: "2.0", id, error: { code, message } });
}

/** Writes a line of the log. */
export function audit(machine: Machine, entry: Omit<ViewAuditEntry, "atMs" | "instance" | "serverId">): void {
  const { instance, serverId } = machine.settings;
  const shortened = { ...entry, what: entry.what.slice(0, 64) };
  if (entry.tool !== undefined) shortened.tool = entry.tool.slice(0, 128);
  emit(machine, {
    type: "audit",
    entry: Object.freeze({ atMs: machine.nowMs, instance, serverId, ...shortened }),
  });
}

function send(machine: Machine, message: UiJsonObject): void {
  emit(machine, { type: "send", message: freezeShallow(message) });
}

/** Its parts are frozen already, but for those that were just made. */
function freezeShallow(message: UiJsonObject): UiJsonObject {
  for (const value of Object.values(message)) freezeTree(value, 0);
  return Object.freeze(message);
}

function freezeTree(value: UiJson, depth: number): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || depth > 8) return;
  for (const child of Object.values(value as UiJsonObject)) freezeTree(child, depth + 1);
  Object.freeze(value);
}
