import { cleanHostContext } from "./clean/clean-host-context.ts";
import { updateWake } from "./deadlines.ts";
import type { Machine } from "./machine.ts";
import { onEvent } from "./on-event.ts";
import { restore } from "./restore.ts";
import { resolveSettings, resolveTools } from "./settings.ts";
import { snapshot } from "./snapshot.ts";
import type { ViewSession } from "./view-session.ts";
import type { ViewSessionInit } from "./view-session-init.ts";

/**
 * The host's side of one view of an MCP App (SEP-1865): events in, effects out, without transport, page, clock or
 * randomness, so that the same machine serves a web page, a native shell, a terminal and a test. It keeps the order
 * of the specification, lets through only what the host has a handler for and a rule allows, and answers everything.
 */
export function createViewSession(init: ViewSessionInit): ViewSession {
  const machine = createMachine(init);
  restore(machine, init.restore);
  return {
    get state() {
      return snapshot(machine);
    },
    dispatch(event) {
      machine.effects = [];
      if (Number.isFinite(event.now)) machine.nowMs = Math.max(machine.nowMs, event.now);
      onEvent(machine, event);
      updateWake(machine, event.type === "tick");
      return Object.freeze(machine.effects);
    },
  };
}

function createMachine(init: ViewSessionInit): Machine {
  return {
    settings: resolveSettings(init),
    tools: resolveTools(init),
    buckets: new Map(),
    pending: new Map(),
    asked: new Map(),
    approvedTools: new Set(),
    effects: [],
    nowMs: Number.MIN_SAFE_INTEGER,
    phase: "waiting",
    app: undefined,
    hostContext: cleanHostContext(init.hostContext),
    toolInputPartial: undefined,
    toolInput: undefined,
    toolResult: undefined,
    toolCancelled: undefined,
    inputTold: false,
    modelContext: undefined,
    initDeadlineMs: undefined,
    untoldContext: undefined,
    pendingSize: undefined,
    pendingListChange: false,
    failure: undefined,
    closeReason: "teardown",
    closed: undefined,
    dropped: 0,
    nextKey: 1,
    wakeAtMs: undefined,
  };
}
