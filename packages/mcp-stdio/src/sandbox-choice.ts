import { type Sandbox, type SandboxPolicy, type SandboxSession, withPolicy } from "@x/sandbox";
import { checkSandboxChoice } from "./config/check-sandbox-choice.ts";
import { checkSandboxPolicy, type SandboxPolicies } from "./config/check-sandbox-policy.ts";
import { borrowedSession, ownedSession, type SessionLease } from "./session/session-lease.ts";

/** Where stdio servers run. Chosen at the composition root, never in a declaration. */
export interface SandboxChoice {
  /** A session of its own is opened for every server on first use, and closed by `stop()`. */
  readonly sandbox?: Sandbox | undefined;
  /** A session of yours: shared, and never closed here. */
  readonly session?: SandboxSession | undefined;
  /** What the place must keep every server from; the declaration of a server can ask for more, never for less. */
  readonly policy?: SandboxPolicy | undefined;
}

/**
 * The lease that a choice amounts to, under the policies of the root and of the server's declaration.
 *
 * @throws ConfigError where there is none, or two; `SandboxError` code `policy` where it is weaker than a policy asks.
 */
export function leaseOf(choice: SandboxChoice, declared: Omit<SandboxPolicies, "root">): SessionLease {
  const { sandbox, session } = choice;
  checkSandboxChoice({ sandbox, session }, declared.serverId);
  const place = session ?? sandbox;
  // The check leaves no other case.
  const policy = checkSandboxPolicy(place as Sandbox | SandboxSession, { ...declared, root: choice.policy });
  if (session !== undefined) return borrowedSession(session);
  return ownedSession(withPolicy(sandbox as Sandbox, policy), declared.serverId);
}
