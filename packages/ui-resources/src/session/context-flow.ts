import type { UiJson, UiJsonObject } from "../data/json.ts";
import { notify } from "./emit.ts";
import type { Machine } from "./machine.ts";

/** Tells the view what changed of the context, now or as soon as it listens. */
export function tellContext(machine: Machine, changes: UiJsonObject): void {
  if (machine.phase === "ready") notify(machine, "ui/notifications/host-context-changed", changes);
  // An earlier change is in the answer to `ui/initialize`.
  else if (machine.phase === "initializing")
    machine.untoldContext = Object.freeze({ ...machine.untoldContext, ...changes });
}

/** Tells what changed between the answer to `ui/initialize` and `initialized`. */
export function tellUntoldContext(machine: Machine): void {
  const changes = machine.untoldContext;
  machine.untoldContext = undefined;
  if (changes !== undefined) tellContext(machine, changes);
}

/** The fields of `next` that differ from what is known. */
export function contextChanges(known: UiJsonObject, next: UiJsonObject): UiJsonObject {
  const changes: Record<string, UiJson> = {};
  for (const [key, value] of Object.entries(next))
    if (!Object.hasOwn(known, key) || JSON.stringify(known[key]) !== JSON.stringify(value))
      changes[key] = value;
  return Object.freeze(changes);
}
