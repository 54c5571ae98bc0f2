import type { McpAuthError } from "@x/mcp-core";
import { oauthFailure } from "./oauth-failure.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import type { TokenRecord } from "./token/token-record.ts";

/** How long tokens that were refused when new are left alone: it doubles each time. */
const pauseMs = { first: 30_000, last: 600_000 };

/** Ends the loop of a server that takes no token at all, however new. */
export interface CoolDown {
  /** The error for new tokens that were refused; the next ones are not got before its time is over. */
  begin(record: TokenRecord): McpAuthError;
  /** The error while the time for that generation runs. */
  running(generation: number, issuer: string | undefined): McpAuthError | undefined;
}

export function createCoolDown(context: OAuthContext): CoolDown {
  const { clock } = context;
  let until = Number.NEGATIVE_INFINITY;
  let lengthMs = 0;
  let refused = -1;
  return {
    begin({ generation, issuer }) {
      const calm = clock.now() - until > pauseMs.last;
      lengthMs = calm ? pauseMs.first : Math.min(lengthMs * 2, pauseMs.last);
      until = clock.now() + lengthMs;
      refused = generation;
      return rejectedToken(context, { issuer, retryAfterMs: lengthMs });
    },
    running(generation, issuer) {
      const leftMs = until - clock.now();
      return generation === refused && leftMs > 0
        ? rejectedToken(context, { issuer, retryAfterMs: leftMs })
        : undefined;
    },
  };
}

/** Credentials that are as new as can be, and refused all the same. */
export function rejectedToken(
  context: OAuthContext,
  facts: {
    readonly issuer?: string | undefined;
    readonly retryAfterMs?: number | undefined;
    readonly httpStatus?: number;
  } = {},
): McpAuthError {
  const { issuer, retryAfterMs, httpStatus = 401 } = facts;
  return oauthFailure(context, {
    authCode: "credentials_rejected",
    message: `The server ${context.serverId} refused a new token (HTTP ${httpStatus}). It does not take tokens of this authorization server for this resource, its clock is wrong, or this user may not do that.`,
    phase: "resource",
    retry: "never",
    httpStatus,
    ...(issuer === undefined ? {} : { issuer }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
