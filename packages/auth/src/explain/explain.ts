import { isMcpError, McpAuthError, type McpAuthErrorCode } from "@x/mcp-core";
import { explanations } from "./explanations.ts";

/** Why authorization failed, for a person who has to do something about it. */
export interface Explanation {
  readonly code: McpAuthErrorCode;
  /** What failed, and which clause of which specification says so. */
  readonly cause: string;
  /** What to do. */
  readonly remedy: string;
}

/** How deep a failure may be wrapped. */
const maxDepth = 8;

/**
 * Explains a failure of authorization in two lines, `String(explain(error))`; `undefined` for other errors. It looks
 * for it in causes, too.
 */
export function explain(error: unknown): (Explanation & { toString(): string }) | undefined {
  const found = authError(error);
  if (found === undefined) return undefined;
  const { clause, what, remedy } = explanations[found.authCode];
  const at = found.issuer === undefined ? "" : ` (issuer ${found.issuer})`;
  const cause = `${what}${at} [${clause}]`;
  const explanation = { code: found.authCode, cause, remedy };
  return Object.defineProperty(explanation, "toString", {
    value: () => `${found.authCode}: ${cause}\n→ ${remedy}`,
    enumerable: false,
  });
}

function authError(error: unknown): McpAuthError | undefined {
  let current = error;
  for (let depth = 0; depth < maxDepth && typeof current === "object" && current !== null; depth++) {
    if (current instanceof McpAuthError) return current;
    if (isMcpError(current) && current.code === "auth") return current as McpAuthError;
    current = (current as { readonly cause?: unknown }).cause;
  }
  return undefined;
}
