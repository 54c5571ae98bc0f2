import { type Clock, type McpWire, systemClock } from "@x/mcp-core";
import { checkStdioConfig } from "./config/check-stdio-config.ts";
import type { StdioServerConfig } from "./config/stdio-server-config.ts";
import { createInstaller } from "./launch/installer.ts";
import { createLauncher } from "./launch/launcher.ts";
import { leaseOf, type SandboxChoice } from "./sandbox-choice.ts";
import { createRedactor } from "./stderr/redactor.ts";

/** Options of {@link openStdioWire}. */
export interface StdioWireOptions extends SandboxChoice {
  /** Aborting it while the server is installed or started ends that. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Starts a server and gives the wire to it, for whoever speaks the protocol by other means: the official `Client` by
 * way of `toSdkTransport` of `@x/mcp-session/sdk`. One connection; closing the wire ends the process, and the session
 * if it was opened here.
 *
 * @throws ConfigError, `SandboxError`, or McpProtocolError phase `connect` where an install step failed
 */
export async function openStdioWire(config: StdioServerConfig, options: StdioWireOptions): Promise<McpWire> {
  checkStdioConfig(config);
  const lease = leaseOf(options, config);
  const clock = options.clock ?? systemClock();
  const redact = createRedactor({ envs: [config.env, config.install?.env], args: config.args ?? [] });
  const launch = createLauncher({ config, lease, installer: createInstaller(), clock, redact });
  const { signal = new AbortController().signal } = options;
  try {
    const wire = await launch({ signal, untimed: (work) => work });
    return {
      ...wire,
      async close(o) {
        await wire.close(o);
        await lease.close(o);
      },
    };
  } catch (error) {
    await lease.close();
    throw error;
  }
}
