import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { scopeList } from "../../challenge/bearer-challenge.ts";

/** Ten years: longer lives are typing errors. */
const maxLifetimeSeconds = 315_360_000;

/** What a token endpoint gave. */
export interface TokenAnswer {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly lifetimeMs?: number | undefined;
  /** Absent: as requested (RFC 6749 5.1). */
  readonly scope?: readonly string[] | undefined;
}

/**
 * Takes the oddities out of a token response before it is judged: by then the server may have used up a refresh
 * token, and what replaces it must not be lost over a malformed `expires_in`.
 */
export function tolerantTokenResponse(json: JsonObject): JsonObject {
  const { access_token, token_type, refresh_token, scope } = json;
  const seconds = lifetimeSeconds(json.expires_in);
  return {
    access_token,
    token_type,
    ...(seconds === undefined ? {} : { expires_in: seconds }),
    ...(typeof refresh_token === "string" && refresh_token !== "" ? { refresh_token } : {}),
    ...(typeof scope === "string" ? { scope } : {}),
  };
}

/** Seconds; `undefined` for what is no length of time, which then is unknown. */
function lifetimeSeconds(value: unknown): number | undefined {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.min(seconds, maxLifetimeSeconds);
}

/** A judged response as an answer. */
export function tokenAnswer(response: unknown): TokenAnswer {
  const { access_token, refresh_token, expires_in, scope } = isJsonObject(response) ? response : {};
  return {
    accessToken: String(access_token),
    ...(typeof refresh_token === "string" ? { refreshToken: refresh_token } : {}),
    ...(typeof expires_in === "number" ? { lifetimeMs: expires_in * 1000 } : {}),
    ...(typeof scope === "string" ? { scope: scopeList(scope) } : {}),
  };
}
