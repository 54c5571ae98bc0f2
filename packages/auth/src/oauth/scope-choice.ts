import type { Discovery } from "./discovery/discovery.ts";
import type { OAuthContext } from "./oauth-runtime.ts";

/** What the choice of scopes depends on. */
export interface ScopeWish {
  /** What the server asks for; it need not be among the scopes its metadata lists. */
  readonly challenged: readonly string[] | undefined;
  /** What was asked for before, where more is wanted now. */
  readonly before: readonly string[];
}

/**
 * The scopes to ask for (MCP basic/authorization, "Scope Selection Strategy"): what the challenge names, else what was
 * declared, else all that the metadata lists, else none; together with what was asked for before.
 */
export function chooseScope(
  { config }: OAuthContext,
  discovery: Pick<Discovery, "scopesSupported" | "metadata">,
  { challenged, before }: ScopeWish,
): readonly string[] {
  const { initial, max, offlineAccess = "auto" } = config.scope ?? {};
  const wanted = new Set([...before, ...(challenged ?? initial ?? discovery.scopesSupported)]);
  const { scopes_supported: supported } = discovery.metadata;
  const listed = Array.isArray(supported) && supported.includes("offline_access");
  const forPeople = config.grant?.type !== "client_credentials";
  if (listed && forPeople && offlineAccess === "auto") wanted.add("offline_access");
  return max === undefined ? [...wanted] : [...wanted].filter((one) => max.includes(one));
}
