import { abortable, type Clock, type McpWire, mcpDefaults } from "@x/mcp-core";
import { isSandboxError, SandboxNoExecutorError, type SandboxSession } from "@x/sandbox";
import type { StdioServerConfig } from "../config/stdio-server-config.ts";
import { createPipeWire } from "../pipe/pipe-wire.ts";
import { isSessionClosed } from "../session/is-session-closed.ts";
import type { SessionLease } from "../session/session-lease.ts";
import type { Redactor } from "../stderr/redactor.ts";
import { closedWire } from "./closed-wire.ts";
import type { Installer } from "./installer.ts";
import { refuseOfflineRunner } from "./refuse-offline-runner.ts";
import { serverCommand } from "./server-command.ts";

/** What a launcher is made of. */
export interface LauncherOptions {
  readonly config: StdioServerConfig;
  readonly lease: SessionLease;
  readonly installer: Installer;
  readonly clock: Clock;
  readonly redact: Redactor;
}

/** What is lent to one attempt. */
export interface LaunchAttempt {
  readonly signal: AbortSignal;
  /** While the work it wraps goes on, no deadline of a connect or a call runs. */
  untimed<T>(work: Promise<T>): Promise<T>;
}

/** Makes the function that opens a new wire for every attempt. Two processes of one server never live at a time. */
export function createLauncher(options: LauncherOptions): (attempt: LaunchAttempt) => Promise<McpWire> {
  const { config, lease, clock, redact } = options;
  const { serverId } = config;
  let previous: Promise<void> = Promise.resolve();

  const launch = async (session: SandboxSession, attempt: LaunchAttempt): Promise<McpWire> => {
    const { signal } = attempt;
    if (session.executor === "unavailable" || (session.spawn === undefined && session.exec === undefined))
      throw new SandboxNoExecutorError();
    refuseOfflineRunner(config, session);
    if (config.install !== undefined)
      await attempt.untimed(options.installer.run(session, config.install, { serverId, redact, signal }));
    if (session.spawn === undefined) {
      // Most users never need it.
      const { oneShotWire } = await import("./one-shot-launch.ts");
      return oneShotWire(options, session);
    }
    const { wire, gone } = createPipeWire({
      process: await session.spawn(serverCommand(config), { signal }),
      serverId,
      clock,
      redact,
      maxMessageBytes: config.maxMessageBytes ?? mcpDefaults.maxMessageBytes,
      graceMs: config.stopGraceMs ?? mcpDefaults.stopGraceMs,
      async sandboxClosed({ reason }) {
        const closed = reason === "backend-lost" || (await isSessionClosed(session, clock));
        if (closed) lease.forget(session);
        return closed && !lease.owned;
      },
    });
    previous = gone;
    return wire;
  };

  return async (attempt) => {
    // A lock or a port of the process before is free only when that process is gone.
    await abortable(previous, attempt.signal, `Starting server "${serverId}"`);
    const session = await lease.get(attempt.signal);
    try {
      return await launch(session, attempt);
    } catch (error) {
      if (!isSandboxError(error) || (error.code !== "closed" && error.code !== "state_lost")) throw error;
      lease.forget(session);
      if (lease.owned) throw error;
      return closedWire(serverId, { reason: "sandbox-closed" });
    }
  };
}
