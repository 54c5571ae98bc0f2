/** Everything that can be refused about a server's UI, as data. */
export type UiProblemCode =
  /** A value could not be read: a getter or a proxy threw. */
  | "unreadable"
  /** A value has the wrong type for its place. */
  | "malformed"
  /** Not a well-formed `ui://` URI. */
  | "invalid-uri"
  /** The answer holds no content of the URI that was asked for. */
  | "not-found"
  /** The content's MIME type is not that of an MCP App. */
  | "unsupported-mime-type"
  /** Neither `text` nor `blob`. */
  | "no-body"
  /** `blob` is not base64, or not UTF-8 below it. */
  | "invalid-encoding"
  /** More bytes, records, sources or levels than the limit. */
  | "too-large"
  /** This runtime has no WebCrypto; hand in `digest`. */
  | "no-digest"
  /** A source that is not a plain origin. */
  | "invalid-source"
  /** A source that a view must not reach without the host's opt-in: an internal host, or no TLS. */
  | "private-source"
  /** A source or permission that the host's policy does not give. */
  | "not-allowed";

/** Something of a server's UI that was refused or ignored. Holds names, never content. */
export interface UiProblem {
  readonly code: UiProblemCode;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** Where: a field such as `csp.connectDomains[2]`, or the URI. Shortened to 256 characters. */
  readonly at?: string;
}

/** @internal */
export function uiProblem(code: UiProblemCode, message: string, at?: string): UiProblem {
  return Object.freeze(
    at === undefined
      ? { code, message }
      : { code, message, at: at.length > 256 ? `${at.slice(0, 255)}…` : at },
  );
}
