import type { UiJsonObject } from "../data/json.ts";
import { ask } from "./emit.ts";
import type { Asked, Machine } from "./machine.ts";

/** Sends a request to the view, under an id that no other view of the host has. */
export function askView(
  machine: Machine,
  purpose: Asked["purpose"],
  method: string,
  params: UiJsonObject,
  callId?: string,
): void {
  const { instance, limits } = machine.settings;
  const id = `${instance}:${machine.nextKey++}`;
  const budgetMs = purpose === "teardown" ? limits.teardownTimeoutMs : limits.appRequestTimeoutMs;
  const deadlineMs = machine.nowMs + budgetMs;
  machine.asked.set(id, { id, purpose, deadlineMs, ...(callId === undefined ? {} : { callId }) });
  ask(machine, id, method, params);
}
