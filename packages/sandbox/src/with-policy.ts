import { requirePolicy, type SandboxPolicy } from "./policy.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * The same sandbox, held to a policy: too weak a one is refused here, and a session that turns out to be weaker than
 * its sandbox said, or to have a network, is closed before anybody gets it.
 *
 * @throws {SandboxError} `policy`, here and from `open()`; `invalid_argument` for an unknown word in the policy
 */
export function withPolicy(sandbox: Sandbox, policy: SandboxPolicy): Sandbox {
  requirePolicy(sandbox, policy);
  return {
    id: sandbox.id,
    isolation: sandbox.isolation,
    async open(options) {
      const session = await sandbox.open(options);
      try {
        requirePolicy(session, policy);
      } catch (error) {
        await session.close();
        throw error;
      }
      return session;
    },
    ...(sandbox.sweep === undefined ? {} : { sweep: sandbox.sweep.bind(sandbox) }),
  };
}
