import type { McpError, McpStateChange } from "@x/mcp-core";
import type { McpServerSnapshot } from "./server-snapshot.ts";

/** What a snapshot tells about a server beyond what its transport tells itself. */
export type Health = Pick<McpServerSnapshot, "restarts" | "lastError" | "nextAttemptAt">;

/** Follows one server's fortunes from its state changes and its lists. */
export interface MemberHealth {
  observe(change: McpStateChange): void;
  failed(error: McpError): void;
  listed(): void;
  read(): Health;
}

/** Makes the health of a server that has not done anything yet. */
export function createMemberHealth(): MemberHealth {
  let connects = 0;
  let lastError: McpError | undefined;
  let nextAttemptAt: number | undefined;
  return {
    observe({ state, error, at, nextAttemptInMs }) {
      nextAttemptAt = nextAttemptInMs === undefined ? undefined : at + nextAttemptInMs;
      if (error !== undefined) lastError = error;
      if (state !== "connected") return;
      lastError = undefined;
      connects++;
    },
    failed(error) {
      lastError = error;
    },
    listed() {
      lastError = undefined;
    },
    read: () => ({
      restarts: Math.max(0, connects - 1),
      ...(lastError === undefined ? {} : { lastError }),
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    }),
  };
}
