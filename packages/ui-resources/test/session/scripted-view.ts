import {
  createViewSession,
  type UiJsonObject,
  type ViewAuditEntry,
  type ViewEffect,
  type ViewEvent,
  type ViewSession,
  type ViewSessionInit,
} from "@x/ui-resources";

type WithoutNow<E> = E extends ViewEvent ? Omit<E, "now"> : never;

export const readTool = {
  name: "read_stock",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: "ui://shop/view.html" } },
};
export const buyTool = { name: "buy", inputSchema: { type: "object" }, _meta: { ui: {} } };
export const modelOnlyTool = {
  name: "refund",
  inputSchema: { type: "object" },
  _meta: { ui: { visibility: ["model"] } },
};

/** A session with a view that does what a test tells it, on a clock that a test moves. */
export interface ScriptedView {
  readonly session: ViewSession;
  /** Everything that came out. */
  readonly effects: ViewEffect[];
  /** The messages that the view got, with what they are. */
  readonly inbox: UiJsonObject[];
  nowMs: number;
  event(event: WithoutNow<ViewEvent>): readonly ViewEffect[];
  /** Sends as it is. */
  post(message: unknown): readonly ViewEffect[];
  request(method: string, params?: unknown, id?: unknown): readonly ViewEffect[];
  notify(method: string, params?: unknown): readonly ViewEffect[];
  /** Initialises as an app does. */
  start(appCapabilities?: unknown): void;
  /** The answer to the request with this id. */
  answerTo(id: unknown): UiJsonObject | undefined;
  audits(): readonly ViewAuditEntry[];
}

export const everyHandler = {
  callTool: true,
  readResource: true,
  openLink: true,
  message: true,
  modelContext: true,
  displayMode: true,
  log: true,
  approve: true,
  listChanged: true,
  download: true,
  sample: true,
  listTools: true,
  listResources: true,
};

export function scriptedView(init: Partial<ViewSessionInit> = {}): ScriptedView {
  const session = createViewSession({
    instance: "v1",
    serverId: "shop",
    tool: readTool,
    tools: [readTool, buyTool, modelOnlyTool],
    hostInfo: { name: "test-host", version: "1.0.0" },
    handlers: everyHandler,
    ...init,
  });
  let nextId = 1;
  const view: ScriptedView = {
    session,
    effects: [],
    inbox: [],
    nowMs: 1_000,
    event(event) {
      const out = session.dispatch({ ...event, now: view.nowMs } as ViewEvent);
      view.effects.push(...out);
      for (const effect of out) if (effect.type === "send") view.inbox.push(effect.message);
      return out;
    },
    post: (message) => view.event({ type: "message", message }),
    request: (method, params = {}, id = nextId++) => view.post({ jsonrpc: "2.0", id, method, params }),
    notify: (method, params = {}) => view.post({ jsonrpc: "2.0", method, params }),
    start(appCapabilities = {}) {
      view.event({ type: "started" });
      view.request(
        "ui/initialize",
        {
          appInfo: { name: "app", version: "1" },
          appCapabilities,
          protocolVersion: "2026-01-26",
        },
        "init",
      );
      view.notify("ui/notifications/initialized");
    },
    answerTo: (id) => view.inbox.find((message) => message.id === id && !("method" in message)),
    audits: () => view.effects.flatMap((effect) => (effect.type === "audit" ? [effect.entry] : [])),
  };
  return view;
}

/** The first effect of a kind. */
export function firstOf<T extends ViewEffect["type"]>(
  effects: readonly ViewEffect[],
  type: T,
): Extract<ViewEffect, { type: T }> {
  const found = effects.find((effect): effect is Extract<ViewEffect, { type: T }> => effect.type === type);
  if (found === undefined)
    throw new Error(`no ${type} among ${effects.map((effect) => effect.type).join(", ")}`);
  return found;
}

/** The methods of the messages that the view got. */
export function methodsOf(view: ScriptedView): readonly unknown[] {
  return view.inbox.flatMap((message) => ("method" in message ? [message.method] : []));
}
