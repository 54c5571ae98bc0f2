import type { Clock } from "@x/mcp-core";

/** Notices a server that does not stay up. */
export interface CrashLoop {
  /** Takes note of an exit. True where it was one too many. */
  exited(): boolean;
  reset(): void;
}

/** Makes a breaker that trips at so many exits within the window. */
export function createCrashLoop(
  clock: Clock,
  limit: { readonly exits: number; readonly windowMs: number },
): CrashLoop {
  let exits: number[] = [];
  return {
    exited() {
      const now = clock.now();
      exits = [...exits.filter((at) => now - at < limit.windowMs), now];
      return exits.length >= limit.exits;
    },
    reset() {
      exits = [];
    },
  };
}
