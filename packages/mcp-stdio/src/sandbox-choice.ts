import type { Sandbox, SandboxSession } from "@x/sandbox";
import { checkSandboxChoice } from "./config/check-sandbox-choice.ts";
import { borrowedSession, ownedSession, type SessionLease } from "./session/session-lease.ts";

/** Where stdio servers run. Chosen at the composition root, never in a declaration. */
export interface SandboxChoice {
  /** A session of its own is opened for every server on first use, and closed by `stop()`. */
  readonly sandbox?: Sandbox | undefined;
  /** A session of yours: shared, and never closed here. */
  readonly session?: SandboxSession | undefined;
}

/**
 * The lease that a choice amounts to.
 *
 * @throws ConfigError where there is none, or two.
 */
export function leaseOf({ sandbox, session }: SandboxChoice, serverId: string): SessionLease {
  checkSandboxChoice({ sandbox, session }, serverId);
  if (session !== undefined) return borrowedSession(session);
  // The check leaves no other case.
  return ownedSession(sandbox as Sandbox, serverId);
}
