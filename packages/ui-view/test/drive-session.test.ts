import { expect, test } from "vitest";
import { type DrivenEffect, driveSession, type SessionPerformer } from "../src/drive-session.ts";
import { manualClock } from "./manual-clock.ts";

const params = { appInfo: { name: "x", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };

function driven(performer: Partial<SessionPerformer> = {}) {
  const clock = manualClock();
  const effects: DrivenEffect[] = [];
  const driver = driveSession(
    {
      instance: "one",
      serverId: "shop",
      tool: { name: "show" },
      hostInfo: { name: "host", version: "1" },
      handlers: { callTool: true, approve: true, openLink: true },
    },
    clock,
    {
      perform: (effect) => effects.push(effect),
      approve: async () => "once",
      answer: async () => ({ result: { content: [] } }),
      ...performer,
    },
  );
  const say = (message: object) =>
    driver.dispatch({ type: "message", message: { jsonrpc: "2.0", ...message } });
  const start = () => {
    driver.dispatch({ type: "started" });
    say({ id: 1, method: "ui/initialize", params });
    say({ method: "ui/notifications/initialized" });
  };
  const sent = () =>
    effects.flatMap((effect) => (effect.type === "send" ? [effect.message as Record<string, unknown>] : []));
  return { clock, driver, effects, say, start, sent };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a view that says nothing fails when its time is over, and not before", () => {
  const { clock, driver, effects } = driven();
  driver.dispatch({ type: "started" });
  clock.pass(9_999);
  driver.dispatch({ type: "progress" });
  clock.pass(9_999);
  expect(effects.some(({ type }) => type === "failed")).toBe(false);
  clock.pass(1);
  expect(effects.filter(({ type }) => type === "failed")).toMatchObject([{ reason: "initialize-timeout" }]);
});

test("what happens while an effect is carried out comes after the others", () => {
  const order: string[] = [];
  const one = driven({
    perform(effect) {
      if (effect.type === "send") order.push(String(effect.message.method ?? effect.message.id));
      if (effect.type === "ready") one.driver.dispatch({ type: "host-context", context: { theme: "dark" } });
    },
  });
  one.driver.dispatch({ type: "started" });
  one.driver.dispatch({ type: "tool-input", arguments: {} });
  one.say({ id: 1, method: "ui/initialize", params });
  one.say({ method: "ui/notifications/initialized" });
  expect(order).toEqual(["1", "ui/notifications/tool-input", "ui/notifications/host-context-changed"]);
});

test("a call is approved, made and answered", async () => {
  const { say, start, sent } = driven();
  start();
  say({ id: 2, method: "tools/call", params: { name: "show", arguments: {} } });
  await settled();
  expect(sent().find(({ id }) => id === 2)).toMatchObject({ result: { content: [] } });
});

test("whoever cannot decide denies, and an answer that fails keeps its reason to itself", async () => {
  const torn = driven({ approve: () => Promise.reject(new Error("sesame")) });
  torn.start();
  torn.say({ id: 2, method: "tools/call", params: { name: "show", arguments: {} } });
  await settled();
  const failing = driven({ answer: () => Promise.reject(new Error("sesame")) });
  failing.start();
  failing.say({ id: 2, method: "tools/call", params: { name: "show", arguments: {} } });
  await settled();
  for (const { sent } of [torn, failing]) {
    const answer = JSON.stringify(sent().find(({ id }) => id === 2));
    expect(answer).toBeDefined();
    expect(answer).not.toContain("sesame");
    expect(answer).not.toContain('"content":[]');
  }
});

test("stopping aborts what is being done, and nothing comes after it", async () => {
  const signals: AbortSignal[] = [];
  let finish = () => {};
  const { driver, clock, say, start, effects } = driven({
    answer: (_, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        finish = () => resolve({ result: {} });
      }),
  });
  start();
  say({ id: 2, method: "tools/call", params: { name: "show", arguments: {} } });
  await settled();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  driver.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const before = effects.length;
  finish();
  await settled();
  clock.pass(1_000_000);
  say({ id: 3, method: "ping" });
  expect(effects.length).toBe(before);
});
