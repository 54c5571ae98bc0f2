import { defineMcpView, type McpViewElement, type McpViewSession } from "@x/ui-view";

/** How a test wants a view. Plain data: it comes from another process. */
export interface ShowOptions {
  readonly id: string;
  /** Name of a view that the stage serves, or an address. */
  readonly view: string;
  readonly mode?: "proxy" | "proxy-html";
  readonly session?: Partial<McpViewSession>;
  /** Fields of the session to leave out. */
  readonly without?: readonly (keyof McpViewSession)[];
  /** Another address than that of the stage's proxy. */
  readonly sandboxUrl?: string;
  readonly theme?: "light" | "dark";
  readonly hostContext?: McpViewElement["hostContext"];
  readonly limits?: McpViewElement["limits"];
  readonly attributes?: Readonly<Record<string, string>>;
  /** Where in the page; default the body. */
  readonly into?: string;
  /** Schemes of links; default only https. */
  readonly linkSchemes?: readonly ("https:" | "http:" | "mailto:")[];
  readonly draft?: boolean;
  /** Whether the broker decides about calls of tools, and how: once. */
  readonly approve?: boolean;
  /** How the page answers what a view may ask for; default `allow`. */
  readonly policy?: "allow" | "deny";
}

/** One thing that a view's element or its broker was asked. */
export interface LogEntry {
  readonly id: string;
  readonly type: string;
  readonly detail: unknown;
}

declare global {
  interface Window {
    readonly sandboxOrigin: string;
    readonly log: LogEntry[];
    show(options: ShowOptions): McpViewElement;
    view(id: string): McpViewElement;
    sessionOf(id: string, view: string): McpViewSession;
  }
}

const heard = [
  "ready",
  "error",
  "resize",
  "openlink",
  "message",
  "modelcontext",
  "displaymode",
  "download",
  "closerequest",
  "audit",
];

function note(id: string, type: string, detail: unknown): void {
  window.log.push({ id, type, detail: JSON.parse(JSON.stringify(detail ?? null)) });
}

function sandboxOf(view: string, mode: ShowOptions["mode"]): McpViewElement["sandbox"] {
  if (view.startsWith("http:")) return { url: view };
  const proxy = `${window.sandboxOrigin}/proxy`;
  const address = `${window.sandboxOrigin}/view/${view}`;
  if (mode !== "proxy-html") return { url: `${proxy}?view=${encodeURIComponent(address)}` };
  return {
    mint: async () => proxy,
    html: async () => (await fetch(`/view/${view}`)).text(),
  };
}

/** Gives the page what the tests use. */
export function preparePage(): void {
  Object.assign(window, {
    log: [],
    view: (id: string) => document.getElementById(id),
    sessionOf: (id: string, view: string): McpViewSession => ({
      record: {
        uri: `ui://test/${view}`,
        src: `ui://test/${view}`,
        serverId: "test",
        toolName: "show",
        toolCallId: id,
        source: "tool-meta",
      },
      tool: { name: "show", inputSchema: { type: "object" } },
      serverName: "Test server",
      toolInput: { item: id },
      toolResult: { content: [{ type: "text", text: `the answer for ${id}` }] },
    }),
    show(options: ShowOptions) {
      defineMcpView();
      const element = document.createElement("mcp-view");
      const { id, view, mode, session, theme, hostContext, limits, attributes = {} } = options;
      element.id = id;
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      for (const type of heard)
        element.addEventListener(type, (event) => {
          note(id, type, event instanceof CustomEvent ? event.detail : null);
          if (options.policy === "deny") event.preventDefault();
        });
      element.broker = {
        async callTool(call) {
          note(id, "broker.callTool", call);
          return { content: [{ type: "text", text: "called" }] };
        },
        ...(options.approve && {
          async approve(request) {
            note(id, "broker.approve", request);
            return "once";
          },
        }),
        async sendMessage(message) {
          note(id, "broker.sendMessage", message);
        },
        async updateModelContext(context) {
          note(id, "broker.updateModelContext", context);
        },
        async openLink(link) {
          note(id, "broker.openLink", link);
        },
        async download(files) {
          note(
            id,
            "broker.download",
            files.files.map(({ name }) => name),
          );
        },
      };
      element.theme = theme;
      element.draft = options.draft === true;
      if (options.linkSchemes !== undefined) element.policy = { linkSchemes: options.linkSchemes };
      if (hostContext !== undefined) element.hostContext = hostContext;
      if (limits !== undefined) element.limits = limits;
      element.sandbox =
        options.sandboxUrl === undefined ? sandboxOf(view, mode) : { url: options.sandboxUrl };
      const whole = { ...window.sessionOf(id, view), ...session };
      const kept = Object.entries(whole).filter(([name]) => !options.without?.some((left) => left === name));
      element.session = Object.fromEntries(kept) as unknown as McpViewSession;
      document.querySelector(options.into ?? "body")?.append(element);
      return element;
    },
  });

  // what a test runs in the page counts as done by its user; an address that changes does not
  addEventListener("hashchange", () => window.show(JSON.parse(decodeURIComponent(location.hash.slice(1)))));
}
