import { ConfigError } from "@x/mcp-core";

/** @throws ConfigError for what is no number of bytes: with a NaN for a limit nothing, or everything, would pass. */
export function checkSize(maxBytes: unknown, what: string, example: string): void {
  if (typeof maxBytes === "number" && maxBytes > 0 && Number.isFinite(maxBytes)) return;
  throw new ConfigError({
    pointer: "/maxBytes",
    problem: `expected a number above 0 for ${what}. Write maxBytes: ${example}.`,
  });
}
