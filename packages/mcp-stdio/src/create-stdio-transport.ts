import { cacheKey, type McpPortContext, type McpTransportPort, memoryStore, systemClock } from "@x/mcp-core";
import { createMcpSession, type McpSessionOptions } from "@x/mcp-session";
import { checkStdioConfig } from "./config/check-stdio-config.ts";
import type { StdioServerConfig } from "./config/stdio-server-config.ts";
import { createInstaller, type Installer } from "./launch/installer.ts";
import { createLauncher } from "./launch/launcher.ts";
import { releasedPort } from "./released-port.ts";
import { leaseOf, type SandboxChoice } from "./sandbox-choice.ts";
import { createRedactor } from "./stderr/redactor.ts";

/** What a session takes beside what a declaration and a context say. */
export type StdioSessionOptions = Omit<
  McpSessionOptions,
  keyof McpPortContext | keyof StdioServerConfig | "configKey" | "openWire"
>;

/** Options of {@link createStdioTransport}. */
export interface StdioTransportOptions extends SandboxChoice, Partial<McpPortContext>, StdioSessionOptions {}

/**
 * The transport of one server that is a program: started in its sandbox on first use, spoken to in whichever era it
 * speaks, started again after it died, and gone with everything it started after `stop()`.
 *
 * Connecting rejects with errors of `@x/sandbox` where the sandbox is at fault, `SandboxNoExecutorError` among them,
 * and with errors of `@x/mcp-core` otherwise.
 *
 * @throws ConfigError for a wrong declaration, or without a sandbox; `SandboxError` code `policy` for a sandbox weaker
 * than the policies ask for. Nothing was started.
 */
export function createStdioTransport(
  config: StdioServerConfig,
  options: StdioTransportOptions = {},
): McpTransportPort {
  return transportOf(config, options, createInstaller());
}

/** A transport whose install steps are shared with others of the same installer. */
export function transportOf(
  config: StdioServerConfig,
  options: StdioTransportOptions,
  installer: Installer,
): McpTransportPort {
  checkStdioConfig(config);
  const { sandbox, session, policy, ...rest } = options;
  const { kind, command, args = [], env, install } = config;
  const lease = leaseOf({ sandbox, session, policy }, config);
  const clock = options.clock ?? systemClock();
  const redact = createRedactor({ envs: [env, install?.env], args });
  const port = createMcpSession({
    ...rest,
    ...config,
    store: options.store ?? memoryStore(),
    handlers: options.handlers ?? {},
    principal: options.principal ?? "default",
    clock,
    // What the server is, and nothing that may be a secret.
    configKey: cacheKey({ kind, command: redact(command), args: args.map(redact), cwd: config.cwd }),
    openWire: createLauncher({ config, lease, installer, clock, redact }),
  });
  return releasedPort(port, (stop) => lease.close(stop));
}
