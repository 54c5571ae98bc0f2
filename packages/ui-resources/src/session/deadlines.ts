import { flushListChange, listChangeDueAtMs } from "./app-tools.ts";
import { emit } from "./emit.ts";
import { close, fail, failAsked } from "./ending.ts";
import type { Machine } from "./machine.ts";
import { expirePending } from "./pending.ts";
import { flushSize, sizeDueAtMs } from "./view-size.ts";

/** Ends what took too long, and passes on what had to wait. */
export function onTick(machine: Machine): void {
  const { initDeadlineMs, nowMs } = machine;
  if (initDeadlineMs !== undefined && initDeadlineMs <= nowMs)
    fail(machine, "initialize-timeout", "The view did not send ui/initialize and initialized in time.");
  expirePending(machine);
  for (const asked of [...machine.asked.values()]) {
    if (asked.deadlineMs > nowMs) continue;
    machine.asked.delete(asked.id);
    if (asked.purpose === "teardown") close(machine, machine.closeReason, false);
    else failAsked(machine, asked, "The view did not answer in time.");
  }
  flushSize(machine);
  flushListChange(machine);
}

/** Says when the next tick is due, if that is another time than before, or if the last one came too early. */
export function updateWake(machine: Machine, isTick: boolean): void {
  const due = nextDeadlineMs(machine);
  if (due !== undefined && (due !== machine.wakeAtMs || isTick)) emit(machine, { type: "wake", atMs: due });
  machine.wakeAtMs = due;
}

function nextDeadlineMs(machine: Machine): number | undefined {
  const due = [
    machine.initDeadlineMs,
    sizeDueAtMs(machine),
    listChangeDueAtMs(machine),
    ...[...machine.pending.values(), ...machine.asked.values()].map(({ deadlineMs }) => deadlineMs),
  ].filter((atMs): atMs is number => atMs !== undefined && Number.isFinite(atMs));
  return due.length === 0 ? undefined : Math.min(...due);
}
