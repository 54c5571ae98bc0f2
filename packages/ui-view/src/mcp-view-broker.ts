import type {
  UiJsonObject,
  ViewApprovalRequest,
  ViewDecision,
  ViewHandlers,
  ViewLogEntry,
  ViewModelContext,
  ViewRequest,
} from "@x/ui-resources";
import type { ViewDownload } from "./read-download.ts";

/** A request of a view, without its kind. */
export type McpViewRequest<Kind extends ViewRequest["kind"]> = Omit<
  Extract<ViewRequest, { kind: Kind }>,
  "kind"
>;

/** For each thing a broker does: aborted when the view, its time or its frame is gone. */
export interface McpViewBrokerOptions {
  readonly signal: AbortSignal;
}

/**
 * Does what views ask for, after the session has checked it and the element's event was not cancelled. Each method is
 * optional, and a view is told of a capability only where there is one. What a method throws reaches the view as a
 * failed request without its text.
 */
export interface McpViewBroker {
  /** Calls a tool on the view's own server; resolves with the `CallToolResult`. */
  callTool?(call: McpViewRequest<"call-tool">, options: McpViewBrokerOptions): Promise<unknown>;
  /** Decides about a call that needs approval. Without it such calls are denied. */
  approve?(request: ViewApprovalRequest, options: McpViewBrokerOptions): Promise<ViewDecision>;
  /** Resolves with the `ReadResourceResult`. */
  readResource?(read: McpViewRequest<"read-resource">, options: McpViewBrokerOptions): Promise<unknown>;
  /** Opens an address in place of the element, which opens a new tab without opener and referrer. */
  openLink?(link: McpViewRequest<"open-link">, options: McpViewBrokerOptions): Promise<void>;
  /** Puts a message into the conversation as from the user. Ask the user first. */
  sendMessage?(message: McpViewRequest<"message">, options: McpViewBrokerOptions): Promise<void>;
  /** Takes what the model is to know in its next turn, in place of what it was to know before. */
  updateModelContext?(context: ViewModelContext): void;
  /** Takes log entries of the view. */
  log?(entry: ViewLogEntry): void;
  /** Saves files in place of the element, which lets the browser save them (draft). */
  download?(
    download: { readonly files: readonly ViewDownload[] },
    options: McpViewBrokerOptions,
  ): Promise<void>;
  /** Asks the model; resolves with the `CreateMessageResult` (draft). */
  sample?(params: UiJsonObject, options: McpViewBrokerOptions): Promise<unknown>;
  /** Resolves with the `ListResourcesResult` (draft). */
  listResources?(list: McpViewRequest<"list-resources">, options: McpViewBrokerOptions): Promise<unknown>;
}

/** What a broker, and the element without one, can do: a session advertises nothing else. */
export function handlersOf(broker: McpViewBroker, modes: readonly string[]): ViewHandlers {
  return {
    ...(broker.callTool && { callTool: true, listTools: true, listChanged: true }),
    ...(broker.approve && { approve: true }),
    ...(broker.readResource && { readResource: true }),
    ...(broker.sendMessage && { message: true }),
    ...(broker.updateModelContext && { modelContext: true }),
    ...(broker.log && { log: true }),
    ...(broker.sample && { sample: true }),
    ...(broker.listResources && { listResources: true }),
    ...(modes.length > 1 && { displayMode: true }),
    openLink: true,
    download: true,
  };
}
