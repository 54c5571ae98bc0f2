import { SandboxError } from "./error.ts";
import { compareIsolation, type IsolationLevel, isolationLevels, requireIsolation } from "./isolation.ts";
import type { Sandbox, SandboxSession } from "./sandbox.ts";

export type { IsolationLevel } from "./isolation.ts";
export { isolationLevels } from "./isolation.ts";

/** What a sandbox must keep its programs from. Plain data. */
export interface SandboxPolicy {
  /** The weakest level that is accepted. Default: `none`, so every sandbox. */
  readonly minimumIsolation?: IsolationLevel | undefined;
  /** `none`: only sessions that give their programs no network (feature `network-none`). Default: `any`. */
  readonly network?: "none" | "any" | undefined;
}

/** The policy that asks for all that the given ones ask for, so that none of them can weaken another. */
export function combinedPolicy(...policies: readonly (SandboxPolicy | undefined)[]): SandboxPolicy {
  const minimumIsolation = policies
    .map((policy) => policy?.minimumIsolation ?? "none")
    .reduce((strongest, level) => (compareIsolation(level, strongest) > 0 ? level : strongest), "none");
  return {
    minimumIsolation,
    network: policies.some((policy) => policy?.network === "none") ? "none" : "any",
  };
}

/**
 * Refuses a place to run in that is weaker than the policy asks for, before anything is started in it. What a network
 * there is, only a session knows: of a `Sandbox` the level alone is checked, and its session is to be checked again.
 *
 * @throws {SandboxError} `policy`, with both levels and what to write; `invalid_argument` for an unknown word in the
 * policy, which would otherwise allow what it was meant to forbid
 */
export function requirePolicy(place: Sandbox | SandboxSession, policy: SandboxPolicy): void {
  checkPolicy(policy);
  const { minimumIsolation = "none", network = "any" } = policy;
  requireIsolation(place, minimumIsolation);
  if (network === "any" || !("features" in place) || place.features.has("network-none")) return;
  throw new SandboxError("policy", {
    message: `The sandbox session "${place.id}" gives its programs a network, but the policy asks for network "none". No program was started.`,
    remedy:
      'Choose a sandbox without a network (its sessions have the feature "network-none"), or write network: "any" in the policy.',
  });
}

function checkPolicy({ minimumIsolation, network }: SandboxPolicy): void {
  if (minimumIsolation !== undefined && !isolationLevels.includes(minimumIsolation))
    throw new SandboxError("invalid_argument", {
      message: `policy.minimumIsolation is no isolation level. Write one of ${isolationLevels.join(", ")}.`,
    });
  if (network !== undefined && network !== "none" && network !== "any")
    throw new SandboxError("invalid_argument", {
      message: 'policy.network must be "none" or "any".',
    });
}
