import type { ViewEffect, ViewEvent } from "@x/ui-resources";
import fc from "fast-check";
import { buyTool, modelOnlyTool, readTool } from "./scripted-view.ts";

/** A step: an event without its time, made when its turn comes, since answers need the keys of requests. */
export type Step = (state: Run) => Omit<ViewEvent, "now"> | { readonly waitMs: number };

/** What a step can look back at. */
export interface Run {
  readonly effects: ViewEffect[];
  nextId: number;
  readonly methodOf: Map<unknown, string>;
}

const message =
  (body: object): Step =>
  () =>
    ({ type: "message", message: { jsonrpc: "2.0", ...body } }) as never;
const request =
  (method: string, params: unknown): Step =>
  (run) => {
    const id = run.nextId++;
    run.methodOf.set(id, method);
    return { type: "message", message: { jsonrpc: "2.0", id, method, params } } as never;
  };
/** No id of a request that was sent. */
const foreign = (id: unknown): unknown => (Number.isSafeInteger(id) ? -1 - Math.abs(id as number) : id);
/** The keys of everything that the host was asked. */
export const keysOf = (run: Run, type: "request" | "approval"): string[] =>
  run.effects.flatMap((effect) => (effect.type === type ? [effect.key] : []));
const askedIds = (run: Run): unknown[] =>
  run.effects.flatMap((effect) =>
    effect.type === "send" && "method" in effect.message && "id" in effect.message ? [effect.message.id] : [],
  );

export const initialize: Step = request("ui/initialize", {
  appInfo: { name: "a", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"], tools: {} },
  protocolVersion: "2026-01-26",
});
export const initialized: Step = message({ method: "ui/notifications/initialized" });
const text = { type: "text", text: "t" };

/** Anything that a view, a server, a user or a clock does. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(initialize) },
  { weight: 3, arbitrary: fc.constant(initialized) },
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.constantFrom("read_stock", "buy", "refund", "nothing", "__proto__"),
        fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      )
      .map(([name, args]) => request("tools/call", { name, arguments: args })),
  },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom<[string, unknown]>(
        ["ui/open-link", { url: "https://a.example" }],
        ["ui/open-link", { url: "javascript:1" }],
        ["ui/message", { role: "user", content: text }],
        ["ui/update-model-context", { content: [text] }],
        ["ui/request-display-mode", { mode: "fullscreen" }],
        ["ui/request-display-mode", { mode: "pip" }],
        ["resources/read", { uri: "ui://shop/x" }],
        ["tools/list", {}],
        ["sampling/createMessage", { messages: [], maxTokens: 1 }],
        ["ui/initialize", {}],
        ["ping", {}],
        ["x/y", []],
      )
      .map(([method, params]) => request(method, params)),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<[string, unknown]>(
        ["ui/notifications/size-changed", { width: 10, height: 1e9 }],
        ["notifications/message", { level: "info", data: 1 }],
        ["notifications/cancelled", { requestId: 3 }],
        ["notifications/tools/list_changed", {}],
        ["ui/notifications/request-teardown", {}],
        ["ui/notifications/sandbox-proxy-ready", {}],
        ["ui/notifications/sandbox-resource-ready", { html: "x" }],
      )
      .map(([method, params]) => message({ method, params })),
  },
  {
    weight: 3,
    arbitrary: fc.anything().map(
      (value): Step =>
        () =>
          ({ type: "message", message: value }) as never,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.anything().map((value) => message({ id: foreign(value), result: value, method: value })),
  },
  {
    weight: 4,
    arbitrary: fc.nat(20).map(
      (index): Step =>
        (run) => {
          const ids = askedIds(run);
          return {
            type: "message",
            message: { jsonrpc: "2.0", id: ids[index % ids.length], result: {} },
          } as never;
        },
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(fc.nat(20), fc.constantFrom("once", "always", "deny", "perhaps")).map(
      ([index, decision]): Step =>
        (run) => {
          const keys = keysOf(run, "approval");
          return { type: "decision", key: keys[index % keys.length] ?? "none", decision } as never;
        },
    ),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.nat(40),
        fc.oneof(
          fc.constantFrom<unknown>(
            { content: [text] },
            { contents: [] },
            "fullscreen",
            "pip",
            undefined,
            null,
          ),
          fc.anything(),
        ),
        fc.boolean(),
      )
      .map(
        ([index, result, isFailure]): Step =>
          (run) => {
            const keys = keysOf(run, "request");
            const key = keys[index % keys.length] ?? "none";
            return (
              isFailure ? { type: "settle", key, failure: "no" } : { type: "settle", key, result }
            ) as never;
          },
      ),
  },
  {
    weight: 8,
    arbitrary: fc
      .oneof(
        fc.constantFrom<object>(
          { type: "started" },
          { type: "progress" },
          { type: "shown" },
          { type: "tick" },
          { type: "ping" },
          { type: "tool-input" },
          { type: "tool-cancelled" },
          { type: "tool-result", result: { content: [text] } },
          { type: "display-mode", mode: "fullscreen" },
          { type: "display-mode", mode: "pip" },
          { type: "list-changed", list: "tools", tools: [readTool] },
          { type: "list-changed", list: "tools", tools: [readTool, buyTool, modelOnlyTool] },
          { type: "list-app-tools" },
          { type: "call-app-tool", callId: "c", tool: "t" },
          { type: "host-context", context: { theme: "dark" } },
          { type: "host-context", context: { theme: "light", displayMode: "fullscreen" } },
        ),
        fc.anything().map((value) => ({ type: "tool-input-partial", arguments: value })),
        fc.anything().map((value) => ({ type: "tool-input", arguments: value })),
        fc.anything().map((value) => ({ type: "tool-result", result: { content: value, _meta: value } })),
        fc.anything().map((value) => ({ type: "host-context", context: value })),
      )
      .map(
        (event): Step =>
          () =>
            event as never,
      ),
  },
  {
    weight: 6,
    arbitrary: fc.nat(40_000).map(
      (waitMs): Step =>
        () => ({ waitMs }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(() => ({ type: "teardown" }) as never) },
);
/** What ends a session at once. */
export const rare: fc.Arbitrary<Step> = fc.constant<Step>(
  () => ({ type: "lost", reason: "removed" }) as never,
);
