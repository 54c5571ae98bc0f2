import { hash128 } from "./hash128.ts";
import { stableJson } from "./stable-hash.ts";

/**
 * A short key for a value in a cache, the same for equal values whatever the order their keys were written in. Cheap
 * enough for every connect; it keeps nobody from making a collision, so what a stranger must not reach is keyed by
 * {@link stableHash}. Give it no secrets.
 */
export function cacheKey(value: unknown): string {
  return hash128(stableJson(value))
    .map((word) => word.toString(16).padStart(8, "0"))
    .join("");
}
