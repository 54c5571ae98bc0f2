/** One HTTP request. Header names are lower case. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** The JSON-RPC call behind the request, for step-up authorization. */
  readonly operation?: { readonly method: string; readonly name?: string };
}

/** One HTTP response. Header names are lower case, repeated headers joined with `, `. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The HTTP seam: all that authorization and the HTTP transport know of HTTP. */
export type HttpSend = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a sender: static headers, authorization and egress rules are middlewares. */
export type HttpMiddleware = (next: HttpSend) => HttpSend;
