import { onCallAppTool, onListAppTools } from "./app-tools.ts";
import { askView } from "./ask-view.ts";
import { onTick } from "./deadlines.ts";
import { switchDisplayMode } from "./display-mode.ts";
import { emit } from "./emit.ts";
import { abandon, close } from "./ending.ts";
import { onHostContext, onListChanged } from "./host-events.ts";
import type { Machine } from "./machine.ts";
import { onMessage } from "./on-message.ts";
import { onDecision, onSettle } from "./pending.ts";
import { onToolCancelled, onToolInput, onToolInputPartial, onToolResult } from "./tool-flow.ts";
import type { ViewEvent } from "./view-event.ts";

type EventOf<T extends ViewEvent["type"]> = Extract<ViewEvent, { readonly type: T }>;

const handlers: { readonly [T in ViewEvent["type"]]: (machine: Machine, event: EventOf<T>) => void } = {
  started: startInitClock,
  progress: startInitClock,
  shown: (machine) => {
    machine.initDeadlineMs = undefined;
  },
  message: (machine, { message }) => onMessage(machine, message),
  "tool-input-partial": (machine, event) => onToolInputPartial(machine, event.arguments),
  "tool-input": (machine, event) => onToolInput(machine, event.arguments),
  "tool-result": (machine, { result }) => onToolResult(machine, result),
  "tool-cancelled": (machine, { reason }) => onToolCancelled(machine, reason),
  "host-context": (machine, { context }) => onHostContext(machine, context),
  "display-mode": (machine, { mode }) => switchDisplayMode(machine, mode),
  "list-changed": onListChanged,
  decision: (machine, { key, decision }) => onDecision(machine, key, decision),
  settle: (machine, event) => onSettle(machine, event.key, event),
  tick: onTick,
  ping: onPing,
  "call-app-tool": (machine, event) => onCallAppTool(machine, event.callId, event.tool, event.arguments),
  "list-app-tools": onListAppTools,
  teardown: onTeardown,
  lost: (machine, { reason }) => close(machine, reason, false),
};

/** Hands an event to what it is for; an unknown one, which only an untyped caller has, means nothing. */
export function onEvent(machine: Machine, event: ViewEvent): void {
  if (!Object.hasOwn(handlers, event.type)) return;
  const handler = handlers[event.type] as (machine: Machine, event: ViewEvent) => void;
  handler(machine, event);
}

/** Without a time there is nothing to count from. */
function startInitClock(machine: Machine, { now }: ViewEvent): void {
  if (!Number.isFinite(now)) return;
  if (machine.phase === "waiting" || machine.phase === "initializing")
    machine.initDeadlineMs = machine.nowMs + machine.settings.limits.initTimeoutMs;
}

function onPing(machine: Machine): void {
  if (machine.phase === "ready") askView(machine, "ping", "ping", {});
  else emit(machine, { type: "pong", answered: false });
}

/** A view that never said that it listens is not told either (SEP-1865: nothing before `initialized`). */
function onTeardown(machine: Machine): void {
  if (machine.phase === "closing") return;
  if (machine.phase !== "ready") {
    close(machine, "teardown", false);
    return;
  }
  machine.phase = "closing";
  abandon(machine, true);
  askView(machine, "teardown", "ui/resource-teardown", {});
}
