import type { IsolationLevel } from "@x/sandbox";

/** What programs of servers can run in. */
export type SandboxId = "bwrap" | "docker" | "host";

/** One of the places, and whether it can be used here. */
export interface SandboxChoice {
  readonly id: SandboxId;
  readonly label: string;
  readonly isolation: IsolationLevel;
  readonly available: boolean;
  /** Why not. */
  readonly reason?: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Where programs run on this machine. */
export interface SandboxesView {
  /** Strongest first. */
  readonly choices: readonly SandboxChoice[];
  /** What a server gets that asks for nothing else. */
  readonly chosen: SandboxId;
  /**
   * Whether programs may run on the host, as the user: `given` on the command line, in the environment or on the page;
   * `needed`: servers wait for it, ask now; `open`: nothing waits for it, choosing the host for a server asks.
   */
  readonly hostConsent: "given" | "needed" | "open";
  /** Ids of servers that wait for it. */
  readonly waiting: readonly string[];
}
