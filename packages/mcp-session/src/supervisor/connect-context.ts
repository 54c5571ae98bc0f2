import type { FailureContext } from "../exchange/outcome-error.ts";

/** How making a connection is named in errors. */
export function connectContext(serverId: string): FailureContext {
  return { phase: "connect", what: `Connecting to server "${serverId}"`, serverId };
}
