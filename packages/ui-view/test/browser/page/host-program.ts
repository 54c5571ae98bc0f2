// What runs in the page of an application: it shows views with `<mcp-view>` and writes down what becomes of them.
import {
  defineMcpView,
  type McpUiWidgetProps,
  type McpViewElement,
  type McpViewSession,
  mcpUiFrameAttributes,
} from "@x/ui-view";

/** How a test wants a view. Plain data: it comes from another process. */
export interface ShowRequest {
  readonly id: string;
  /** Address of the sandbox's proxy. */
  readonly url: string;
  /** The document, where the page brings it to the proxy. */
  readonly html?: string;
  readonly session: McpViewSession;
  readonly settings?: Partial<
    Pick<McpViewElement, "theme" | "hostContext" | "grants" | "policy" | "limits" | "draft">
  >;
  /** Decides about calls that need approval; without it nobody is there to decide. */
  readonly approve?: "once" | "always" | "deny";
  /** What is refused of what views ask for: names of events. */
  readonly refuse?: readonly string[];
  /** Names of broker methods that this page does not have. */
  readonly without?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What an element or its broker was told. */
export interface Note {
  readonly id: string;
  readonly type: string;
  readonly detail: unknown;
}

declare global {
  interface Window {
    readonly notes: Note[];
    showView(request: ShowRequest): void;
    /** Shows a document of a sandbox route in one frame, as `McpUiWidget` does. */
    showWidget(props: McpUiWidgetProps): void;
    viewElement(id: string): McpViewElement;
  }
}

const events = ["ready", "error", "openlink", "message", "modelcontext", "displaymode", "download", "audit"];

defineMcpView();

function note(id: string, type: string, detail: unknown): void {
  window.notes.push({ id, type, detail: JSON.parse(JSON.stringify(detail ?? null)) });
}

/** Carries out a call as applications do: by the handler on their own origin. */
async function callTool(serverId: string, name: string, args: unknown): Promise<unknown> {
  const response = await fetch(`/calls?${new URLSearchParams({ serverId })}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method: "tools/call", params: { name, arguments: args } }),
  });
  const { ok, result, error } = await response.json();
  if (!ok) throw new Error(error.code);
  return result;
}

function brokerOf({ id, approve, without = [] }: ShowRequest): McpViewElement["broker"] {
  const broker: NonNullable<McpViewElement["broker"]> = {
    async callTool(call) {
      note(id, "callTool", call);
      return callTool(call.serverId, call.tool, call.arguments);
    },
    async readResource(read) {
      note(id, "readResource", read);
      return { contents: [] };
    },
    async sendMessage(message) {
      note(id, "sendMessage", message);
    },
    updateModelContext: (context) => note(id, "updateModelContext", context),
    async openLink(link) {
      note(id, "openLink", link);
    },
    log: (entry) => note(id, "log", entry),
    async download({ files }) {
      note(id, "download", files);
    },
    ...(approve !== undefined && {
      async approve(request) {
        note(id, "approve", request);
        return approve;
      },
    }),
  };
  return Object.fromEntries(Object.entries(broker).filter(([name]) => !without.includes(name)));
}

Object.assign(window, {
  notes: [],
  viewElement: (id: string) => document.getElementById(id),
  showWidget(props: McpUiWidgetProps) {
    const frame = document.createElement("iframe");
    for (const [name, value] of Object.entries(mcpUiFrameAttributes(props))) frame.setAttribute(name, value);
    document.body.append(frame);
  },
  showView(request: ShowRequest) {
    const { id, url, html, session, settings, refuse = [], attributes = {} } = request;
    const element = document.createElement("mcp-view");
    element.id = id;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const type of events)
      element.addEventListener(type, (event) => {
        note(id, type, (event as CustomEvent).detail);
        if (refuse.includes(type)) event.preventDefault();
      });
    Object.assign(element, settings);
    element.broker = brokerOf(request);
    element.sandbox = { url, ...(html !== undefined && { html: async () => html }) };
    element.session = session;
    document.body.append(element);
  },
});
