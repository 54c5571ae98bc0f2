import type { McpExchange } from "../exchange/exchange.ts";
import type { McpExchangeOutcome } from "../exchange/outcome.ts";
import type { McpNegotiatorOptions } from "./negotiation.ts";

/** A `server/discover` on its way. */
export interface Probe {
  /** The outcome, or a time-out after which the answer may still come. */
  readonly first: Promise<McpExchangeOutcome>;
  /** The outcome so far; `undefined` while there is none. */
  outcome(): McpExchangeOutcome | undefined;
  /** Stops waiting. Nothing is sent: a probe is never cancelled at the server. */
  end(): void;
}

/**
 * Sends the probe. A server that starts slowly may answer it after its time, so the request stays open until the
 * negotiation is over: a late DiscoverResult saves a modern server from being taken for a legacy one.
 */
export function sendProbe(
  exchange: McpExchange,
  options: Pick<McpNegotiatorOptions, "clock" | "signal" | "probeTimeoutMs">,
): Probe {
  const { clock, signal, probeTimeoutMs } = options;
  const stop = new AbortController();
  let outcome: McpExchangeOutcome | undefined;
  const onAbort = (): void => stop.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  const answer = exchange.request("server/discover", {}, { signal: stop.signal });

  const first = new Promise<McpExchangeOutcome>((resolve) => {
    const disarm =
      probeTimeoutMs === undefined
        ? () => {}
        : clock.after(probeTimeoutMs, () =>
            resolve({ kind: "timeout", deadline: "call", timeoutMs: probeTimeoutMs, sent: true }),
          );
    void answer.then((settled) => {
      outcome = settled;
      disarm();
      resolve(settled);
    });
  });

  return {
    first,
    outcome: () => outcome,
    end() {
      signal.removeEventListener("abort", onAbort);
      stop.abort();
    },
  };
}
