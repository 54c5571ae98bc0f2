import type { JsonRpcMessage, McpEvent, McpLoss, McpStateChange, McpWire } from "@x/mcp-core";
import { createHttpWire, type HttpWireOptions, undiciSend } from "@x/mcp-http";

/** A wire with everything it reported. */
export interface RecordedWire extends AsyncDisposable {
  readonly wire: McpWire;
  readonly messages: JsonRpcMessage[];
  readonly losses: { readonly id: string | number; readonly loss: McpLoss }[];
  readonly events: McpEvent[];
  readonly closed: Pick<McpStateChange, "reason" | "error">[];
  /** Sends a request and resolves with its answer or its loss, whichever comes. */
  request(
    method: string,
    params?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: JsonRpcMessage } | { readonly loss: McpLoss }>;
  /** The legacy handshake. */
  initialize(capabilities?: Record<string, unknown>): Promise<JsonRpcMessage>;
}

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Opens a wire on a URL, over undici unless `send` is given. */
export async function recordedWire(
  url: string,
  options: Partial<HttpWireOptions> = {},
): Promise<RecordedWire> {
  const sender = options.send === undefined ? undiciSend() : undefined;
  const send = options.send ?? sender?.send;
  if (send === undefined) throw new Error("unreachable");
  const wire = createHttpWire({ serverId: "test", url: new URL(url), sender, ...options, send });
  const messages: JsonRpcMessage[] = [];
  const losses: RecordedWire["losses"] = [];
  const events: McpEvent[] = [];
  const closed: RecordedWire["closed"] = [];
  const waiting = new Map<
    string | number,
    (outcome: { readonly answer: JsonRpcMessage } | { readonly loss: McpLoss }) => void
  >();
  await wire.start({
    message(message) {
      messages.push(message);
      if (message.method === undefined && message.id !== undefined && message.id !== null)
        waiting.get(message.id)?.({ answer: message });
    },
    lost(id, loss) {
      losses.push({ id, loss });
      waiting.get(id)?.({ loss });
    },
    closed: (change) => void closed.push(change),
    event: (event) => void events.push(event),
  });
  let last = 0;
  const recorded: RecordedWire = {
    wire,
    messages,
    losses,
    events,
    closed,
    async request(method, params = {}, signal) {
      last += 1;
      const id = `t-${last}`;
      const outcome = new Promise<{ readonly answer: JsonRpcMessage } | { readonly loss: McpLoss }>(
        (resolve) => waiting.set(id, resolve),
      );
      await wire.send({ jsonrpc: "2.0", id, method, params }, signal === undefined ? {} : { signal });
      return outcome;
    },
    async initialize(capabilities = {}) {
      const outcome = await recorded.request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities,
        clientInfo: { name: "test", version: "1" },
      });
      if ("loss" in outcome) throw outcome.loss.cause;
      wire.setProtocolVersion?.("2025-11-25");
      await wire.send({ jsonrpc: "2.0", method: "notifications/initialized", params: {} });
      return outcome.answer;
    },
    [Symbol.asyncDispose]: () => wire.close({ graceMs: 500 }),
  };
  return recorded;
}

/** The parameters of a call in the era asked for. */
export function callParams(era: "legacy" | "modern", name: string, args: object): Record<string, unknown> {
  return { name, arguments: args, ...(era === "modern" ? { _meta: modernMeta } : {}) };
}
