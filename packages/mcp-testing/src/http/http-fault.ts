/** How an event stream is written. */
export type SseFraming =
  | "lf"
  | "cr"
  | "crlf"
  | "bom"
  | "comments"
  | "multi-line"
  | "no-blank-line"
  | "byte-by-byte";

/** What goes wrong with a request. Each says what a server, or something before it, was seen to do. */
export type HttpFaultKind =
  /** Answers with `status`, `headers` and `body`, and runs nothing. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Resets the connection and runs nothing. */
  | { readonly kind: "reset" }
  /** Takes the request, runs nothing and never answers. */
  | { readonly kind: "hang" }
  /** Runs it, opens a stream, and cuts it before the answer. `clean` ends the stream properly. */
  | { readonly kind: "cut-before-answer"; readonly clean?: boolean }
  /** Writes the answer on a stream and then breaks the connection. */
  | { readonly kind: "cut-after-answer" }
  /** Ends the stream after an event with an id and `retry`; the answer comes to whoever resumes (legacy era). */
  | { readonly kind: "cut-and-resume"; readonly retryMs: number; readonly refuseEarly?: boolean }
  /** Writes the answer and leaves the stream open. */
  | { readonly kind: "stream-stays-open" }
  /** Writes the answer in pieces of `bytes`, with `pauseMs` between them. */
  | { readonly kind: "slow-drip"; readonly bytes: number; readonly pauseMs: number }
  /** A JSON body, or one event, of `bytes`. */
  | { readonly kind: "giant-json" | "giant-event"; readonly bytes: number }
  /** Many events of 64 KiB that carry notifications, `bytes` in all, then the answer. */
  | { readonly kind: "flood"; readonly bytes: number }
  /** An odd but lawful event stream. */
  | { readonly kind: "odd-sse"; readonly framing: SseFraming }
  /** The answer under another content type; none for the empty string. */
  | { readonly kind: "content-type"; readonly contentType: string }
  /** No body, with 200, 202 or 204. */
  | { readonly kind: "empty"; readonly status: 200 | 202 | 204 }
  /** Redirects on the same origin, to another one, or for ever. */
  | { readonly kind: "redirect"; readonly status: number; readonly to: "same" | "other" | "loop" }
  /** Runs it, and restarts before the answer: every connection breaks, every session is forgotten. */
  | { readonly kind: "restart" }
  /** Answers as if the session were gone, with 404 or with the 400 many servers send. */
  | { readonly kind: "session-gone"; readonly status: 404 | 400 }
  /** Opens the GET stream and ends it after `afterMs`, with nothing on it. */
  | { readonly kind: "get-closed"; readonly afterMs?: number };

/** A fault and what it befalls. */
export type HttpFault = HttpFaultKind & {
  /** The JSON-RPC method of a POST, or the HTTP method of another request. Default `tools/call`. */
  readonly on?: string;
  /** How often. Default: always. */
  readonly times?: number;
};

/** The faults of a server, in the order they were set. */
export interface HttpFaults {
  add(fault: HttpFault): void;
  clear(): void;
  /** The fault that befalls a request, which then counts. */
  take(on: string): HttpFault | undefined;
}

/** Makes an empty list of faults. */
export function createHttpFaults(): HttpFaults {
  let faults: { readonly fault: HttpFault; left: number }[] = [];
  return {
    add: (fault) => void faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear() {
      faults = [];
    },
    take(on) {
      const found = faults.find(({ fault, left }) => left > 0 && (fault.on ?? "tools/call") === on);
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.fault;
    },
  };
}
