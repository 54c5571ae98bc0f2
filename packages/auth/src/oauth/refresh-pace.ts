import { backoffDelayMs, McpAuthError } from "@x/mcp-core";
import type { OAuthContext } from "./oauth-runtime.ts";

const backoff = { initialDelayMs: 1_000, maxDelayMs: 60_000, factor: 2 };

/** When a refresh that failed may be tried again. */
export interface RefreshPace {
  /** The failure that is still being waited out, with what is left of the wait. */
  waiting(): McpAuthError | undefined;
  failed(error: McpAuthError): void;
  succeeded(): void;
  readonly nextRetryAt: number | undefined;
}

/** After an outage of the authorization server: 1, 2, 4, … 60 s, or what it says itself. */
export function createRefreshPace({ clock }: OAuthContext): RefreshPace {
  let failures = 0;
  let until = 0;
  let last: McpAuthError | undefined;
  return {
    waiting() {
      const left = until - clock.now();
      if (last === undefined || left <= 0) return undefined;
      const { authCode, message, phase, retry, issuer, serverId } = last;
      const known = issuer === undefined ? {} : { issuer };
      return new McpAuthError({
        ...{ authCode, message, phase, retry, serverId, ...known },
        retryAfterMs: left,
        outcome: "not-sent",
        cause: last,
      });
    },
    failed(error) {
      failures += 1;
      last = error;
      // Half of the wait is certain: a server that is down gets no storm from those who drew a short one.
      const drawn = backoffDelayMs(backoff, failures, () => 0.5 + clock.random() / 2);
      until = clock.now() + (error.retryAfterMs ?? drawn);
    },
    succeeded() {
      failures = 0;
      last = undefined;
      until = 0;
    },
    get nextRetryAt() {
      return last !== undefined && until > clock.now() ? until : undefined;
    },
  };
}
