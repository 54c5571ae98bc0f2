import type { McpAuthError } from "@x/mcp-core";
import type { AppliedAuth } from "../authenticator.ts";
import type { BearerChallenge } from "../challenge/bearer-challenge.ts";
import { oauthFailure } from "./oauth-failure.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import type { TokenRecord } from "./token/token-record.ts";

/** How often more may be asked for at one server, whatever for. A server that never has enough is not served on. */
const maxStepUps = 10;

/** Decides whether more scope is asked for (MCP basic/authorization, "Step-Up Authorization Flow"). */
export interface StepUp {
  /**
   * What to ask for; throws where nothing is asked.
   *
   * @throws McpAuthError `insufficient_scope`, `step_up_limit`.
   */
  want(
    challenge: BearerChallenge,
    applied: AppliedAuth,
    record: TokenRecord | undefined,
  ): Promise<readonly string[]>;
  /** Remembers how it ended: what did not help is not tried again. */
  ended(wanted: readonly string[], record: TokenRecord | undefined): void;
}

export function createStepUp(context: OAuthContext): StepUp {
  const { config, interaction, serverId, principal } = context;
  const { max, stepUp = "auto" } = config.scope ?? {};
  const hopeless = new Set<string>();
  let count = 0;

  const refuse = (
    authCode: "insufficient_scope" | "step_up_limit",
    why: string,
    requiredScope: readonly string[],
    grantedScope: readonly string[],
  ): McpAuthError =>
    oauthFailure(context, {
      authCode,
      message: `The token does not cover this request (HTTP 403), and ${why}.`,
      phase: "resource",
      retry: authCode === "step_up_limit" ? "never" : "after-user",
      httpStatus: 403,
      requiredScope,
      grantedScope,
    });

  return {
    async want({ scope: wanted = [] }, { request }, record) {
      const have = record?.scope ?? [];
      const missing = wanted.filter((one) => !have.includes(one));
      if (wanted.length === 0)
        throw refuse("insufficient_scope", "the server does not say what would", wanted, have);
      if (missing.length === 0)
        throw refuse("step_up_limit", "it has what the server asks for: more would not help", wanted, have);
      if (stepUp === "never") throw refuse("insufficient_scope", "`scope.stepUp` is never", wanted, have);
      if (max !== undefined && missing.some((one) => !max.includes(one)))
        throw refuse("insufficient_scope", "`scope.max` does not allow what would", wanted, have);
      if (hopeless.has(keyOf(wanted)) || count >= maxStepUps)
        throw refuse("step_up_limit", "asking for more has not helped before", wanted, have);
      if (stepUp === "ask") {
        const signal = request.signal ?? new AbortController().signal;
        const tool = request.operation?.name;
        const allowed = await interaction?.approveScope?.({
          serverId,
          principal,
          have,
          want: missing,
          tool,
          signal,
        });
        if (allowed !== true) {
          hopeless.add(keyOf(wanted));
          throw refuse("insufficient_scope", "nobody allowed to ask for more", wanted, have);
        }
      }
      count += 1;
      context.emit("step-up");
      return wanted;
    },
    ended(wanted, record) {
      const have = record?.scope ?? [];
      if (wanted.some((one) => !have.includes(one))) hopeless.add(keyOf(wanted));
    },
  };
}

function keyOf(scope: readonly string[]): string {
  return [...scope].sort().join(" ");
}
