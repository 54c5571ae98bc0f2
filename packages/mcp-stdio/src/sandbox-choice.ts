import { ConfigError } from "@x/mcp-core";
import type { Sandbox, SandboxSession } from "@x/sandbox";
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
  if (sandbox !== undefined && session !== undefined)
    throw new ConfigError({
      pointer: "/sandbox",
      serverId,
      problem:
        "a sandbox and a session are given. Give the sandbox to have a session opened and closed for the server, or the session to share it.",
    });
  if (session !== undefined) return borrowedSession(session);
  if (sandbox !== undefined) return ownedSession(sandbox, serverId);
  throw new ConfigError({
    pointer: "/sandbox",
    serverId,
    problem:
      `the stdio server "${serverId}" needs a sandbox to run in, and none is given; it is never started on the host by itself. ` +
      "Pass { sandbox } or { session } beside the declaration. Choices: a container (@x/sandbox-docker), a microVM (@x/sandbox-e2b), " +
      "Linux namespaces (@x/sandbox-bwrap), a shell without isolation (@x/sandbox-bash), or this host, in so many words: " +
      "hostSandbox({ allowHostExecution: true }) of @x/sandbox-host.",
  });
}
