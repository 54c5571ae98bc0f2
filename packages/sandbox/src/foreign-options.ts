import { SandboxError } from "./error.ts";
import type { SandboxFeature } from "./feature.ts";
import type { IsolationLevel } from "./isolation.ts";

/** Options of {@link fromSeedSession} and {@link fromAiSdkSandbox}. */
export interface ForeignSandboxOptions {
  /** How far it keeps programs away from the host. Default: `none`, because the foreign session does not say. */
  readonly isolation?: IsolationLevel;
  /** The session's working directory; it must exist. Default: `/workspace`. */
  readonly workdir?: string;
  /** What else you vouch for, such as `kill-tree` or `network-none`. Default: nothing. */
  readonly features?: readonly SandboxFeature[];
}

/** @throws {SandboxError} `invalid_argument` for what is no session at all */
export function checkForeignSession(foreign: unknown, sandbox: string): void {
  if (typeof foreign === "object" && foreign !== null) return;
  throw new SandboxError("invalid_argument", {
    message: "The session of the other sandbox must be an object. Nothing was started.",
    sandbox,
  });
}
