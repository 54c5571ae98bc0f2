/** A tool as a server lists it, as far as it matters here. */
export interface McpViewTool {
  readonly name: string;
  /** The tool's own name, where `name` is that of a pool. */
  readonly serverToolName?: string;
  /** The server it lives on, where the list is that of a pool. */
  readonly serverId?: string;
  readonly annotations?: { readonly readOnlyHint?: boolean } | undefined;
  readonly _meta?: unknown;
}

/** One server as views may use it. A port of `@x/mcp-core` is one, and so is every object of this shape. */
export interface McpViewServer {
  listTools(options?: { readonly signal?: AbortSignal }): Promise<readonly McpViewTool[]>;
  /** Resolves with the result of `tools/call`, or with an object that has it as `raw`. */
  callTool(
    name: string,
    args: Readonly<Record<string, never>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

/** Servers by id: a record, or a function that finds the one that this request may use. */
export type McpViewServers =
  | Readonly<Record<string, McpViewServer>>
  | ((
      serverId: string,
      context: { readonly request: Request; readonly signal: AbortSignal },
    ) => McpViewServer | null | undefined | Promise<McpViewServer | null | undefined>);
