import type { Clock } from "@x/mcp-core";

/**
 * Makes the ids of one exchange: `x`, something random, a counter. The letter keeps them from ever reading as a
 * number, and the random part keeps a server from guessing the next one and late answers of an earlier
 * connection from fitting (MCP 2026-07-28 basic: unique among open requests, never null).
 */
export function createRequestIds(clock: Clock): () => string {
  const random = Math.floor(clock.random() * 36 ** 8)
    .toString(36)
    .padStart(8, "0");
  let count = 0;
  return () => `x${random}-${++count}`;
}
