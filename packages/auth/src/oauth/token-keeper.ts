import { McpAuthError } from "@x/mcp-core";
import type { AppliedAuth } from "../authenticator.ts";
import type { BearerChallenge } from "../challenge/bearer-challenge.ts";
import { rejectedToken } from "./cool-down.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import { createRenewal, type Renewal } from "./renewal.ts";
import { createSharedFlight, type SharedFlight } from "./shared-flight.ts";
import { createStepUp } from "./step-up.ts";
import { type TokenAge, tokenAge } from "./token/token-age.ts";
import type { TokenRecord } from "./token/token-record.ts";
import { createTokenVault, type TokenVault } from "./token/token-vault.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** A refusal that outlives this many flights of others is an answer. */
const maxJoins = 4;

/** Has the right tokens when they are needed: renews them ahead of time, after a refusal, and with more scope. */
export interface TokenKeeper {
  readonly vault: TokenVault;
  readonly source: TokenSource;
  /** Tokens to send now; `undefined` where the server has to be asked what it wants. */
  usable(signal: AbortSignal | undefined): Promise<TokenRecord | undefined>;
  unauthorized(applied: AppliedAuth, challenge: BearerChallenge): Promise<"retry" | McpAuthError>;
  forbidden(applied: AppliedAuth, challenge: BearerChallenge): Promise<"retry" | McpAuthError>;
  readonly running: boolean;
  readonly lastError: McpAuthError | undefined;
  readonly nextRetryAt: number | undefined;
}

export function createTokenKeeper(context: OAuthContext): TokenKeeper {
  const vault = createTokenVault(context);
  const source = createTokenSource(context, vault);
  const renewal = createRenewal(context, vault, source);
  const flight = createSharedFlight();
  const stepUp = createStepUp(context);
  const jitter = context.clock.random();
  const last: LastError = { error: undefined };

  const settled = (applied: AppliedAuth, work: (signal: AbortSignal) => Promise<void>) =>
    settle(context, { vault, flight, last }, applied, work);

  return {
    vault,
    source,
    async usable(signal) {
      const record = vault.current() ?? (await vault.load(signal));
      if (record === undefined) return undefined;
      const age = tokenAge(context, record, jitter);
      if (age === "fresh" || age === "good") return record;
      return renewed(context, { vault, flight, last, renewal }, { record, age, signal });
    },
    async unauthorized(applied, challenge) {
      const record = vault.current();
      const refused = refusedGeneration(context, applied, record);
      if (record !== undefined && record.generation > refused) return "retry";
      const cooling = renewal.coolDown.running(refused, record?.issuer);
      return cooling ?? settled(applied, (signal) => renewal.refused(applied, challenge, signal));
    },
    async forbidden(applied, challenge) {
      const record = vault.current();
      if (record !== undefined && record.generation > (applied.generation ?? 0)) return "retry";
      if (challenge.error !== "insufficient_scope")
        return rejectedToken(context, { issuer: record?.issuer, httpStatus: 403 });
      let wanted: readonly string[];
      try {
        wanted = await stepUp.want(challenge, applied, record);
      } catch (error) {
        return remembered(last, error);
      }
      const verdict = await settled(applied, (signal) => renewal.widen(applied, challenge, wanted, signal));
      stepUp.ended(wanted, vault.current());
      return verdict;
    },
    get running() {
      return flight.running;
    },
    get lastError() {
      return last.error;
    },
    get nextRetryAt() {
      return renewal.pace.nextRetryAt;
    },
  };
}

interface LastError {
  error: McpAuthError | undefined;
}

interface Parts {
  readonly vault: TokenVault;
  readonly flight: SharedFlight;
  readonly last: LastError;
}

/** The newest tokens that do not do: those that were refused, or those that were too old to be sent. */
function refusedGeneration(
  context: OAuthContext,
  { generation }: AppliedAuth,
  record: TokenRecord | undefined,
): number {
  if (generation !== undefined || record === undefined) return generation ?? 0;
  return tokenAge(context, record) === "expired" ? record.generation : 0;
}

/** Keeps an error of authorization for the status; anything else is thrown on. */
function remembered(last: LastError, error: unknown): McpAuthError {
  if (!(error instanceof McpAuthError)) throw error;
  last.error = error;
  return error;
}

/** Flies, or joins who flies, until there are newer tokens than the refused ones. */
async function settle(
  context: OAuthContext,
  { vault, flight, last }: Parts,
  applied: AppliedAuth,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<"retry" | McpAuthError> {
  const refused = refusedGeneration(context, applied, vault.current());
  try {
    for (let joins = 0; joins < maxJoins; joins++) {
      await flight.join(work, applied.request.signal);
      if ((vault.current()?.generation ?? 0) <= refused) continue;
      last.error = undefined;
      return "retry";
    }
  } catch (error) {
    return remembered(last, error);
  }
  return rejectedToken(context, { issuer: vault.current()?.issuer });
}

/** Tokens whose time is over, or will be soon. */
async function renewed(
  context: OAuthContext,
  { vault, flight, last, renewal }: Parts & { readonly renewal: Renewal },
  old: { readonly record: TokenRecord; readonly age: TokenAge; readonly signal: AbortSignal | undefined },
): Promise<TokenRecord | undefined> {
  const { record, age, signal } = old;
  const { config } = context;
  const renewable = record.refreshToken !== undefined || config.grant?.type === "client_credentials";
  if (!renewable) return age === "expired" ? undefined : record;
  if (age === "expiring" && config.refresh?.background !== false) {
    if (!flight.running && renewal.pace.waiting() === undefined)
      // Nobody waits for it; a failure shows in the status, and again when it matters.
      flight.join(renewal.ahead, undefined).catch((error: unknown) => remembered(last, error));
    return record;
  }
  try {
    await flight.join(renewal.ahead, signal);
  } catch (error) {
    if (age === "expiring") return record;
    // Where waiting helps, the caller is told so; where only a login does, the server is asked what for.
    if (!(error instanceof McpAuthError) || error.retry === "after-delay" || error.authCode === "aborted")
      throw error;
    last.error = error;
    return undefined;
  }
  const next = vault.current();
  if (next === undefined || tokenAge(context, next) === "expired") return undefined;
  last.error = undefined;
  return next;
}
