import type {
  JsonObject,
  McpCallOptions,
  McpEvent,
  McpQuarantinedTool,
  McpRequestOptions,
  McpServerInfo,
  McpState,
  McpStateHandler,
  McpTool,
  McpToolResult,
  McpTransportPort,
} from "@x/mcp-core";

/** A transport as a class, for those who make theirs with `new`; everything is done by the port inside. */
export abstract class DelegatingTransport implements McpTransportPort {
  readonly #port: McpTransportPort;

  constructor(port: McpTransportPort) {
    this.#port = port;
  }

  get serverId(): string {
    return this.#port.serverId;
  }

  get state(): McpState {
    return this.#port.state;
  }

  get serverInfo(): McpServerInfo | undefined {
    return this.#port.serverInfo;
  }

  get quarantined(): readonly McpQuarantinedTool[] {
    return this.#port.quarantined;
  }

  connect(options?: McpRequestOptions): Promise<readonly McpTool[]> {
    return this.#port.connect(options);
  }

  reconnect(options?: McpRequestOptions): Promise<readonly McpTool[]> {
    return this.#port.reconnect(options);
  }

  listTools(options?: McpRequestOptions): Promise<readonly McpTool[]> {
    return this.#port.listTools(options);
  }

  callTool(name: string, args: JsonObject, options?: McpCallOptions): Promise<McpToolResult> {
    return this.#port.callTool(name, args, options);
  }

  request(method: string, params: JsonObject, options?: McpRequestOptions): Promise<JsonObject> {
    return this.#port.request(method, params, options);
  }

  on<T extends McpEvent["type"]>(
    type: T,
    handler: (event: Extract<McpEvent, { type: T }>) => void,
  ): () => void {
    return this.#port.on(type, handler);
  }

  onStateChange(handler: McpStateHandler): () => void {
    return this.#port.onStateChange(handler);
  }

  stop(options?: { readonly graceMs?: number; readonly signal?: AbortSignal }): Promise<void> {
    return this.#port.stop(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
