import type { ViewRate } from "./view-limits.ts";

/** How full a token bucket is. */
export interface Bucket {
  tokens: number;
  atMs: number;
}

/** A bucket that is full at `nowMs`. */
export function createBucket(rate: ViewRate, nowMs: number): Bucket {
  return { tokens: rate.burst, atMs: nowMs };
}

/** Takes `count` tokens if they are there. */
export function takeTokens(bucket: Bucket, rate: ViewRate, nowMs: number, count = 1): boolean {
  refill(bucket, rate, nowMs);
  if (bucket.tokens < count) return false;
  bucket.tokens -= count;
  return true;
}

/** When one token is there again. */
export function nextTokenAtMs(bucket: Bucket, rate: ViewRate): number {
  if (bucket.tokens >= 1) return bucket.atMs;
  return rate.perSecond > 0
    ? bucket.atMs + Math.ceil(((1 - bucket.tokens) / rate.perSecond) * 1000)
    : Number.POSITIVE_INFINITY;
}

function refill(bucket: Bucket, rate: ViewRate, nowMs: number): void {
  const gained = ((nowMs - bucket.atMs) / 1000) * rate.perSecond;
  bucket.tokens = Math.min(rate.burst, bucket.tokens + gained);
  bucket.atMs = nowMs;
}
