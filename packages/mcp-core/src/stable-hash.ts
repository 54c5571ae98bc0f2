import { sha256 } from "./sha256.ts";

/**
 * SHA-256 over the JSON of a value with sorted keys, as lower-case hex: the same for equal values whatever the
 * order their keys were written in. For cache keys; give it no secrets.
 */
export function stableHash(value: unknown): string {
  return Array.from(sha256(stableJson(value)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** JSON with the keys of every object sorted: equal values give equal text. */
export function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : inner,
    ) ?? "undefined"
  );
}
