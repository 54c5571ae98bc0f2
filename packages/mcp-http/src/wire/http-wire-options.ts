import type { Clock, HttpSend } from "@x/mcp-core";

/** Options of `createHttpWire`. */
export interface HttpWireOptions {
  readonly serverId: string;
  readonly url: URL;
  /** Sends the requests: guarded and authorized by whoever made it. Redirects on the same origin pass through again. */
  readonly send: HttpSend;
  /** Sent with every request; names in lower case. What the protocol owns is set on top. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bounds a JSON answer and each event of a stream. Default 16 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /** Fall back to HTTP+SSE (2024-11-05) where `initialize` is refused. Default true. */
  readonly legacySse?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Closed with the wire, where the wire is the only user of the connections behind `send`. */
  readonly sender?: { close(): Promise<void> } | undefined;
}
