/** Options of one `send` of the official SDKs' `Transport`; version 1 knows only the first. */
export interface SdkSendOptions {
  readonly relatedRequestId?: string | number | undefined;
  readonly requestSignal?: AbortSignal | undefined;
  readonly onRequestStreamEnd?: (() => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * What {@link toSdkTransport} returns: fits the `Transport` of `@modelcontextprotocol/client` (version 2) and of
 * `@modelcontextprotocol/sdk` (version 1). Mutable, since the official `Client` installs its handlers on it.
 */
export interface SdkTransport {
  start(): Promise<void>;
  send(message: object, options?: SdkSendOptions): Promise<void>;
  close(): Promise<void>;
  setProtocolVersion(version: string): void;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  /** True over HTTP: the `Client` then cancels a request by its signal. */
  readonly hasPerRequestStream?: boolean;
  /** With `stderr`, on pipes only: the mark by which the `Client` knows them. */
  readonly pid?: number | null;
  readonly stderr?: null;
}

/** Any object of the `Transport` shape of the official SDKs, version 1 or 2. */
export interface SdkTransportLike {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  setProtocolVersion?: ((version: string) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}
