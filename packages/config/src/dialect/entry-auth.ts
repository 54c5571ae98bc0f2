import { isJsonObject } from "@x/mcp-core";
import type { EntryRemark } from "./read-entry.ts";

/**
 * Makes one `auth` of the ways in which other programs write it: `auth: "oauth"`, `oauth: { clientId, … }`,
 * `bearerToken`, `bearerTokenEnv`. Changes `values`.
 */
export function authOf(
  values: Record<string, unknown>,
): EntryRemark | { readonly warnings: readonly EntryRemark[] } {
  const { auth, oauth, bearerToken, bearerTokenEnv, bearer_token_env_var: codexEnv } = values;
  const ways = Object.entries({
    auth,
    oauth,
    bearerToken,
    bearerTokenEnv,
    bearer_token_env_var: codexEnv,
  }).filter(([, value]) => value !== undefined && value !== false);
  const [[key, value] = [undefined, undefined], other] = ways;
  if (other !== undefined && !(key === "auth" && value === "oauth"))
    return {
      path: [other[0]],
      problem: `"${key}" and "${other[0]}" both say how to authorize. Write one of them.`,
    };
  for (const name of ["oauth", "bearerToken", "bearerTokenEnv", "bearer_token_env_var"]) delete values[name];
  if (key === undefined) {
    delete values.auth;
    return { warnings: [] };
  }
  const settings = other?.[0] === "oauth" ? other[1] : value;
  switch (key) {
    case "auth":
      if (value !== "oauth" && value !== "none") return { warnings: [] };
      values.auth = value === "none" ? { mode: "none" } : oauthOf(settings);
      return { warnings: [] };
    case "oauth":
      values.auth = oauthOf(settings);
      return { warnings: leftOut(settings) };
    case "bearerToken":
      values.auth = { mode: "bearer", token: value };
      return { warnings: [] };
    default:
      // Read with every request, by whoever authorizes.
      values.auth = { mode: "bearer", token: `\${${String(value)}}` };
      return { warnings: [] };
  }
}

const oauthKeys = new Set([
  "clientId",
  "client_id",
  "clientSecret",
  "client_secret",
  "scopes",
  "scope",
  "callbackPort",
]);

function oauthOf(settings: unknown): object {
  if (!isJsonObject(settings)) return { mode: "oauth2" };
  const clientId = settings.clientId ?? settings.client_id;
  const secret = settings.clientSecret ?? settings.client_secret;
  const scopes = settings.scopes ?? settings.scope;
  const initial =
    typeof scopes === "string" ? scopes.split(/[\s,]+/).filter((scope) => scope !== "") : scopes;
  const port = settings.callbackPort;
  return {
    mode: "oauth2",
    ...(clientId === undefined
      ? {}
      : {
          clients: [
            {
              kind: "pre-registered",
              clientId,
              ...(secret === undefined ? {} : { auth: { method: "client_secret_basic", secret } }),
            },
          ],
        }),
    ...(port === undefined
      ? {}
      : { grant: { type: "authorization_code", redirect: { kind: "loopback", port } } }),
    ...(initial === undefined ? {} : { scope: { initial } }),
  };
}

function leftOut(settings: unknown): readonly EntryRemark[] {
  if (!isJsonObject(settings)) return [];
  return Object.keys(settings)
    .filter((key) => !oauthKeys.has(key))
    .map((key) => ({
      path: ["oauth", key],
      problem: "it is not read. Write `auth` with mode oauth2 to set more.",
    }));
}
