/** Around the lookup of a resource. */
export interface McpResolveContext {
  /** The request for the view. */
  readonly request: Request;
  /** Aborts when the request does, and when the lookup takes too long. */
  readonly signal: AbortSignal;
  /** The server that offers the view, where the address names one. */
  readonly serverId?: string;
}

/** The answer of `resources/read`, or what an SDK or a port makes of it. */
export interface McpReadAnswer {
  readonly contents: readonly unknown[];
  /** The entry of `resources/list`: its metadata counts where the content item has none. */
  readonly listEntry?: unknown;
}

/** One content item of such an answer. */
export interface McpReadItem {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: unknown;
}

/**
 * A document as your lookup found it: HTML as text, `{ body }` with the same, the answer of `resources/read`, its
 * content items, or one of them. HTML alone declares no origins and no permissions.
 */
export type McpSandboxResource =
  | string
  | { readonly body: string }
  | McpReadAnswer
  | readonly McpReadItem[]
  | McpReadItem;

/** Finds the document of a `ui://` address; `null` or `undefined` where there is none. */
export type McpResolveResource = (
  uri: string,
  context: McpResolveContext,
) => McpSandboxResource | null | undefined | Promise<McpSandboxResource | null | undefined>;
