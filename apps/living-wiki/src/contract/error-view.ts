/** One place where a value breaks its schema. */
export interface IssueView {
  /** JSON pointer; empty for the value itself. */
  readonly path: string;
  readonly message: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
}

/** A failure as the page shows it. It never holds a secret, an argument or a result. */
export interface ErrorView {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly outcome?: string;
  /** What the client was doing: `connect`, `list`, `read` or `call`. */
  readonly phase?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly status?: number;
  /** The last of what the process wrote to stderr, redacted and bounded. */
  readonly stderrTail?: string;
  /** Of a value that breaks its schema. */
  readonly issues?: readonly IssueView[];
  /** What the server said in a JSON-RPC error. Only told to whoever made the call. */
  readonly serverMessage?: string;
}
