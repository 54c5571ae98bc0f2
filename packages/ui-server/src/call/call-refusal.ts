/** Why a call of a view was not made, or has no result. The union is closed; each code has one status. */
export type McpViewCallRefusal =
  | "bad_request"
  | "foreign_origin"
  | "csrf"
  | "server_mismatch"
  | "not_exposed"
  | "not_for_views"
  | "denied"
  | "unknown_server"
  | "method"
  | "too_large"
  | "media_type"
  | "busy"
  | "cancelled"
  | "failed"
  | "result_too_large"
  | "timeout";

/** Status and text of each: what happened and what to do, never an argument or a result. */
export const callRefusals: Readonly<
  Record<McpViewCallRefusal, { readonly status: number; readonly message: string }>
> = {
  bad_request: {
    status: 400,
    message: "Send JSON with a server id and either method and params of tools/call, or toolName and args.",
  },
  foreign_origin: { status: 403, message: "Calls are taken from the app's own pages only." },
  csrf: { status: 403, message: "The request does not prove that the app's page sent it. Reload the page." },
  server_mismatch: { status: 403, message: "A view may call tools of its own server only." },
  not_exposed: { status: 403, message: "The server has no such tool." },
  not_for_views: { status: 403, message: "The server does not offer this tool to views." },
  denied: { status: 403, message: "The call was not approved." },
  unknown_server: { status: 404, message: "There is no such server." },
  method: { status: 405, message: "Send calls with POST." },
  too_large: { status: 413, message: "The request is larger than the limit." },
  media_type: { status: 415, message: "Send application/json." },
  busy: { status: 429, message: "Too many calls of views are running. Try again later." },
  cancelled: { status: 499, message: "The call was cancelled." },
  failed: { status: 502, message: "The server could not be asked, or did not answer." },
  result_too_large: { status: 502, message: "The result is larger than the limit." },
  timeout: { status: 504, message: "The server did not answer in time." },
};

/** Ends the work on a call; the handler answers with `code`. Never leaves this package. */
export class CallRefusalError extends Error {
  readonly code: McpViewCallRefusal;

  constructor(code: McpViewCallRefusal, cause?: unknown) {
    super(callRefusals[code].message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
