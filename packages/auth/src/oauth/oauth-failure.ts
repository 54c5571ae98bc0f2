import { isMcpError, McpAuthError, type McpAuthErrorInit } from "@x/mcp-core";
import type { OAuthContext } from "./oauth-runtime.ts";

/** An `error` value of RFC 6749 5.2: anything else may be a server's prose. */
const errorCode = /^[a-z][a-z0-9_]{0,63}$/;

/** Makes an error of a step of OAuth. The request that needed it was turned away or never left: it did not run. */
export function oauthFailure(
  context: Pick<OAuthContext, "serverId">,
  init: Omit<McpAuthErrorInit, "serverId" | "outcome">,
): McpAuthError {
  const { cause, ...facts } = init;
  return new McpAuthError({
    ...facts,
    serverId: context.serverId,
    outcome: "not-sent",
    ...(cause === undefined ? {} : { cause: sanitised(cause) }),
  });
}

/** The `error` of an OAuth answer where it has the form of one. */
export function oauthErrorCode(value: unknown): string | undefined {
  return typeof value === "string" && errorCode.test(value) ? value : undefined;
}

/**
 * A stand-in for a foreign error: its kind and its code, but not its message, its body or its response, which
 * repeat what was sent. Errors of this stack hold no secrets and pass.
 */
function sanitised(error: unknown): Error {
  if (isMcpError(error)) return error;
  const name = error instanceof Error ? error.name : typeof error;
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  const named = typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code) ? ` (${code})` : "";
  const clone = new Error(`${name}${named}`);
  clone.name = name;
  return clone;
}
