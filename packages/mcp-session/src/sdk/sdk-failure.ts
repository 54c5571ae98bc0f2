import { McpAuthError, type McpLoss, McpProtocolError } from "@x/mcp-core";

/** Part of version 1's message about a refused POST; the body comes after it. */
const refusedPost = "Error POSTing to endpoint: ";

/** Failures before any byte left. */
const neverSent: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "NOT_CONNECTED"]);

/** True where a rejected `send` says that nothing was sent. */
export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = "code" in error ? error.code : undefined;
  return neverSent.has(code) || error.message === "Not connected" || wasNotSent(error.cause);
}

/** What a rejected `send` of either SDK's HTTP transport says about its request. */
export function lossOf(error: unknown): McpLoss {
  const status = statusOf(error);
  const body = bodyOf(error);
  return {
    cause: causeOf(error, status),
    ...(status === undefined ? {} : { status }),
    ...(body === undefined ? {} : { body }),
  };
}

/** The stream of a request ended and its answer had not come. */
export function endedStream(): McpLoss {
  return {
    cause: new McpProtocolError({
      phase: "call",
      message: "The stream of the request ended without an answer.",
      outcome: "unknown",
    }),
  };
}

function causeOf(error: unknown, status: number | undefined): McpLoss["cause"] {
  const refused =
    status === 401 || status === 403 || (error instanceof Error && error.name === "UnauthorizedError");
  if (refused)
    return new McpAuthError({
      authCode: status === 403 ? "insufficient_scope" : "auth_required",
      message:
        "The server refused the request for lack of authorization. Give the SDK's transport credentials.",
      phase: "resource",
      retry: "after-user",
      outcome: "answered",
      cause: error,
      ...(status === undefined ? {} : { httpStatus: status }),
    });
  const what =
    status === undefined ? "The SDK's transport failed" : `The server answered with HTTP status ${status}`;
  return new McpProtocolError({
    phase: "call",
    message: `${what}; its own error is the cause.`,
    status,
    outcome: "unknown",
    cause: error,
  });
}

/** Version 2 says `status`, version 1 says it in `code`, where −1 means a 2xx of an unusable kind. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown };
  if (code === "CLIENT_HTTP_UNEXPECTED_CONTENT" || code === -1 || error.name === "SyntaxError") return 200;
  return [status, code].find((value): value is number => typeof value === "number" && value >= 100);
}

function bodyOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { data } = error as { readonly data?: { readonly text?: unknown } | undefined };
  if (typeof data?.text === "string") return data.text;
  const at = error.message.indexOf(refusedPost);
  return at < 0 ? undefined : error.message.slice(at + refusedPost.length);
}
