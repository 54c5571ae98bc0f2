import type { Sandbox, SandboxPolicy, SandboxSession } from "@x/sandbox";

/** Where stdio servers run. Chosen here, at the composition root, never in a declaration. */
export interface SandboxOptions {
  /** For every stdio server a session of its own is opened on first use, and closed when it is stopped. */
  readonly sandbox?: Sandbox | undefined;
  /** A session of yours, shared by all stdio servers and never closed here. */
  readonly session?: SandboxSession | undefined;
  /** Other sandboxes or sessions for single servers, by server id. */
  readonly sandboxes?: Readonly<Record<string, Sandbox | SandboxSession>> | undefined;
  /**
   * What a place must keep every stdio server from: a minimum isolation level, a network. Checked before anything is
   * started. The `policy` of a declaration can ask for more, never for less. Default: nothing is asked.
   */
  readonly policy?: SandboxPolicy | undefined;
}
