import { isMcpError, type McpStateReason } from "@x/mcp-core";
import type { McpExchangeEnd } from "../exchange/exchange.ts";
import type { SessionSettings } from "../session-options.ts";
import { createCrashLoop } from "./crash-loop.ts";
import { worthRetrying } from "./open-failure.ts";
import { pacedDelayMs, retryAfterMsOf } from "./paced-delay.ts";

/** What to do about a connection that is gone. */
export type ReconnectDecision =
  | { readonly kind: "retry"; readonly attempt: number; readonly delayMs: number }
  /** Nothing is started by itself; `reason` says why. */
  | { readonly kind: "park"; readonly reason: McpStateReason }
  /** The attempts end here. */
  | { readonly kind: "give-up" };

/** Counts attempts and exits, and decides. */
export interface ReconnectPolicy {
  /** Somebody asked for a connection: a new series of attempts. `attempts` are behind it already. */
  restart(attempts: number): void;
  /** Somebody started a parked server on purpose: its exits are forgotten. */
  forgive(): void;
  connected(): void;
  /** A process died whose server would be started once more in the same attempt. True where it was one too many. */
  died(): boolean;
  /** The connection ended by itself, or its session did. */
  dropped(end: McpExchangeEnd): ReconnectDecision;
  /** An attempt failed; only that of a reconnect is repeated. */
  failed(error: Error, reconnecting: boolean): ReconnectDecision;
}

/** Ends after which a server is left alone until it is asked for. */
const parking: ReadonlySet<McpStateReason> = new Set([
  "idle",
  "sandbox-closed",
  "config-changed",
  "auth-required",
]);

/** Makes the policy of one server. */
export function createReconnectPolicy(
  settings: Pick<SessionSettings, "clock" | "backoff" | "reconnect" | "healthyAfterMs" | "crashLoop">,
): ReconnectPolicy {
  const { clock, backoff, reconnect, healthyAfterMs } = settings;
  const breaker = createCrashLoop(clock, settings.crashLoop);
  let attempts = 0;
  let connectedAt = 0;

  const retry = (delayMs: number): ReconnectDecision => {
    attempts++;
    return { kind: "retry", attempt: attempts, delayMs };
  };
  const paced = (error: Error | undefined): ReconnectDecision =>
    retry(pacedDelayMs(backoff, attempts + 1, clock.random, retryAfterMsOf(error)));

  return {
    restart(behind) {
      attempts = behind;
    },
    forgive: () => breaker.reset(),
    died: () => breaker.exited(),
    connected() {
      connectedAt = clock.now();
    },
    dropped({ reason, error }) {
      // A connection that did not live long is part of the same series of attempts.
      if (clock.now() - connectedAt >= healthyAfterMs) attempts = 0;
      if (parking.has(reason)) return { kind: "park", reason };
      if (reason === "process-exited" && breaker.exited()) return { kind: "park", reason: "crash-loop" };
      if (attempts >= backoff.maxAttempts) return { kind: "park", reason };
      if (reason === "session-expired") return retry(0);
      return reconnect ? paced(error) : { kind: "park", reason };
    },
    failed(error, reconnecting) {
      const exited = isMcpError(error) && error.code === "process_exited";
      if (exited && breaker.exited()) return { kind: "park", reason: "crash-loop" };
      const again = reconnecting && worthRetrying(error) && attempts < backoff.maxAttempts;
      return again ? paced(error) : { kind: "give-up" };
    },
  };
}
