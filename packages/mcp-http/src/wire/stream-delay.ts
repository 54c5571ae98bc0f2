import type { WireContext } from "./wire-context.ts";

const initialDelayMs = 1_000;
const maxDelayMs = 30_000;
/** A server that asks for more patience than this, with `Retry-After`, is asked sooner. */
export const maxRetryAfterMs = 60_000;
/** A server that says `retry: 0` after every event would otherwise be asked hundreds of times a second. */
const minDelayMs = 100;

/**
 * The wait before a stream is opened again. The first is what the server asked for with `retry:`, to the
 * millisecond but never less than a tenth of a second, or a second; after each attempt that brought nothing it doubles, with jitter, up to half a minute.
 */
export function streamDelayMs(
  { clock }: Pick<WireContext, "clock">,
  retryMs: number | undefined,
  fruitless: number,
): number {
  const base = retryMs ?? initialDelayMs;
  if (fruitless === 0) return Math.max(minDelayMs, base);
  const bound = Math.max(base, Math.min(maxDelayMs, Math.max(base, 1) * 2 ** fruitless));
  return Math.max(minDelayMs, Math.round(bound * (0.75 + clock.random() / 4)));
}

/** A stream that lived for so long was a healthy one, even if nothing happened on it. */
export const healthyStreamMs: number = maxDelayMs;

/** A refusal that will be the same the next time: not of a stream the server still thinks open, nor of a limit. */
export function isFinalRefusal(status: number): boolean {
  return status < 500 && status !== 409 && status !== 408 && status !== 429;
}
