import type { Sandbox, SandboxSession } from "@x/sandbox";
import { combinedPolicy, requirePolicy, type SandboxPolicy } from "@x/sandbox/policy";

/** The policies that hold for one server. */
export interface SandboxPolicies {
  readonly serverId: string;
  /** Of the composition root. */
  readonly root?: SandboxPolicy | undefined;
  /** Of the server's declaration. */
  readonly policy?: SandboxPolicy | undefined;
}

/**
 * Checks the place a server is to run in against the policies for it, and returns what they ask for together. What a
 * network there is, a sandbox does not say before its session is open: it is checked again then.
 *
 * @throws `SandboxError` code `policy`, which names both levels and what to write; nothing was started.
 */
export function checkSandboxPolicy(
  place: Sandbox | SandboxSession,
  { root, policy }: SandboxPolicies,
): SandboxPolicy {
  // Each by itself first, so that an unknown word in one is refused and not outranked.
  for (const part of [root, policy]) if (part !== undefined) requirePolicy(place, part);
  return combinedPolicy(root, policy);
}
