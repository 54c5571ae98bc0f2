/** Why a request got no view. The union is closed; each code has one status. */
export type McpSandboxRefusal =
  | "bad_request"
  | "bad_uri"
  | "bad_signature"
  | "unsigned"
  | "host_not_allowed"
  | "not_a_frame"
  | "not_found"
  | "method"
  | "expired"
  | "changed"
  | "too_large"
  | "media_type"
  | "misdirected"
  | "bad_document"
  | "resolver_failed"
  | "resolver_timeout";

/** Status and text of each refusal: what happened, and what whoever sees it can do. */
export const refusals: Readonly<
  Record<McpSandboxRefusal, { readonly status: number; readonly title: string; readonly advice: string }>
> = {
  bad_request: {
    status: 400,
    title: "This address is incomplete",
    advice: "A part of it is missing, doubled or malformed. Ask the app for a new one.",
  },
  bad_uri: {
    status: 400,
    title: "This is no address of a view",
    advice: "The parameter uri must be a well-formed ui:// address.",
  },
  bad_signature: {
    status: 403,
    title: "This address was changed",
    advice: "Its signature does not fit. Ask the app for a new one.",
  },
  unsigned: {
    status: 403,
    title: "This address is not signed",
    advice: "Views are served by signed addresses only. Ask the app for one.",
  },
  host_not_allowed: {
    status: 403,
    title: "This app may not show the view",
    advice: "Its origin is none of those that the server was set up for.",
  },
  not_a_frame: {
    status: 403,
    title: "This view belongs into its app",
    advice: "It is shown in a frame of the app only.",
  },
  not_found: {
    status: 404,
    title: "There is no such view",
    advice: "The server that offered it does not have it any more.",
  },
  method: {
    status: 405,
    title: "This method is not allowed",
    advice: "A view is read with GET.",
  },
  expired: {
    status: 410,
    title: "This view has expired",
    advice: "Its address was valid for a short time. Reload the app to get a new one.",
  },
  changed: {
    status: 410,
    title: "This view has changed",
    advice: "The server offers another version than the one that was asked for. Reload the app.",
  },
  too_large: {
    status: 413,
    title: "This view is too large",
    advice: "Its document is longer than the limit.",
  },
  media_type: {
    status: 415,
    title: "This is no view",
    advice: "The server declared another kind of document than an MCP App.",
  },
  misdirected: {
    status: 421,
    title: "Views are not served here",
    advice: "They must have an origin of their own. Mount the handler on the sandbox origin.",
  },
  bad_document: {
    status: 502,
    title: "This view cannot be shown",
    advice: "What the server sent is no document that can be read.",
  },
  resolver_failed: {
    status: 502,
    title: "The view could not be fetched",
    advice: "The server that offers it did not deliver it. Try again.",
  },
  resolver_timeout: {
    status: 504,
    title: "The view took too long",
    advice: "The server that offers it did not answer in time. Try again.",
  },
};

/** Ends the work on a request; the handler answers with the page of `code`. Never leaves this package. */
export class RefusalError extends Error {
  readonly code: McpSandboxRefusal;

  constructor(code: McpSandboxRefusal, cause?: unknown) {
    super(refusals[code].title, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
