import {
  createViewSession,
  type UiJsonObject,
  type ViewEffect,
  type ViewEvent,
  type ViewSession,
} from "@x/ui-resources";
import fc from "fast-check";
import { expect, it } from "vitest";
import { schemaProblem } from "./official-schema.ts";
import { initialize, initialized, keysOf, type Run, rare, type Step, step } from "./random-steps.ts";
import { buyTool, everyHandler, modelOnlyTool, readTool } from "./scripted-view.ts";

const newSession = (): ViewSession =>
  createViewSession({
    instance: "v",
    serverId: "shop",
    tool: readTool,
    tools: [readTool, buyTool, modelOnlyTool],
    hostInfo: { name: "h", version: "1" },
    hostContext: { availableDisplayModes: ["inline", "fullscreen"] },
    handlers: everyHandler,
    draft: true,
  });

/** What a strict observer of one session remembers. */
interface Observer {
  readonly run: Run;
  readonly answered: Set<unknown>;
  readonly told: Record<string, number>;
  readonly decisions: unknown[];
  readonly shown: Set<unknown>;
  wakeAtMs: number | undefined;
}

function observeEvent(seen: Observer, session: ViewSession, event: ViewEvent): void {
  const before = session.state.phase;
  if (event.type === "decision") seen.decisions.push(event.decision);
  for (const effect of session.dispatch(event)) {
    seen.run.effects.push(effect);
    expect(Object.isFrozen(effect)).toBe(true);
    if (effect.type === "wake") seen.wakeAtMs = effect.atMs;
    if (effect.type === "approval") seen.shown.add(effect.request.arguments);
    if (effect.type === "request") observeRequest(seen, effect, event);
    if (effect.type === "resize") expect(effect.height ?? 0).toBeLessThanOrEqual(10_000);
    if (effect.type !== "send") continue;
    if (before === "closed" || before === "failed") expect(effect.message).toHaveProperty("error");
    observeMessage(seen, session, effect.message);
  }
  const { state } = session;
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  if (state.wakeAtMs !== undefined) expect(seen.wakeAtMs).toBe(state.wakeAtMs);
  expect(["inline", "fullscreen"]).toContain(state.displayMode);
}

/** Only tools for views are called, and what is called was approved as it is. */
function observeRequest(seen: Observer, effect: ViewEffect & { type: "request" }, event: ViewEvent): void {
  const { request } = effect;
  if (request.kind !== "call-tool") return;
  expect(["read_stock", "buy"]).toContain(request.tool);
  if (request.tool === "read_stock") expect(request.approvedBy).toBe("read-only");
  else if (event.type === "decision") {
    expect(["once", "always"]).toContain(event.decision);
    expect(seen.shown.has(request.arguments)).toBe(true);
  } else {
    expect(request.approvedBy).toBe("remembered");
    expect(seen.decisions).toContain("always");
  }
}

/** Nothing is told before a view listens, nothing is answered twice, and all of it is as the schema says. */
function observeMessage(
  { run, answered, told }: Observer,
  session: ViewSession,
  message: UiJsonObject,
): void {
  if ("method" in message) {
    expect(["ready", "closing"]).toContain(session.state.phase);
    count(told, message);
  } else if (run.methodOf.has(message.id)) {
    expect(answered.has(message.id)).toBe(false);
    answered.add(message.id);
  }
  expect([message, schemaProblem(message, run.methodOf.get(message.id))]).toEqual([message, undefined]);
}

function count(told: Record<string, number>, { method }: UiJsonObject): void {
  const name = String(method).replace("ui/notifications/", "");
  told[name] = (told[name] ?? 0) + 1;
  if (name === "tool-input-partial") expect(told["tool-input"]).toBeUndefined();
  if (name === "tool-result") expect(told["tool-input"]).toBe(1);
  expect(told["tool-input"] ?? 0).toBeLessThanOrEqual(1);
  expect((told["tool-result"] ?? 0) + (told["tool-cancelled"] ?? 0)).toBeLessThanOrEqual(1);
  expect(told["ui/resource-teardown"] ?? 0).toBeLessThanOrEqual(1);
}

function play(steps: readonly Step[]): void {
  const session = newSession();
  const run: Run = { effects: [], nextId: 1, methodOf: new Map() };
  const seen: Observer = {
    run,
    answered: new Set(),
    told: {},
    decisions: [],
    shown: new Set(),
    wakeAtMs: undefined,
  };
  const log: ViewEvent[] = [];
  let now = 0;
  const dispatch = (event: object): void => {
    log.push({ ...event, now } as ViewEvent);
    observeEvent(seen, session, log.at(-1) as ViewEvent);
  };
  for (const make of steps) {
    const made = make(run);
    if ("waitMs" in made) now += made.waitMs;
    else dispatch(made);
  }
  // Whatever is open is given up in the end, and the session closes.
  now += 1e7;
  dispatch({ type: "tick" });
  expect(session.state.pending).toEqual([]);
  for (const key of [...keysOf(run, "request"), ...keysOf(run, "approval")]) {
    const sent = run.effects.length;
    dispatch({ type: "settle", key, result: { content: [] } });
    expect(run.effects.slice(sent).some(({ type }) => type === "send")).toBe(false);
  }
  dispatch({ type: "teardown" });
  now += 1e7;
  dispatch({ type: "tick" });
  expect(session.state.phase).toBe("closed");
  expect(session.state.wakeAtMs).toBeUndefined();
  // The same events make the same effects.
  const again = newSession();
  expect(log.flatMap((event) => [...again.dispatch(event)])).toEqual(run.effects);
}

it("keeps its rules whatever views, servers, users and clocks do", () => {
  const steps = fc.array(fc.oneof({ weight: 60, arbitrary: step }, { weight: 1, arbitrary: rare }), {
    maxLength: 60,
    size: "max",
  });
  const opened = steps.map((rest) => [initialize, initialized, ...rest]);
  fc.assert(fc.property(fc.oneof(steps, { weight: 3, arbitrary: opened }), play), { numRuns: 300 });
}, 60_000);
