import type { McpTransportFactory } from "@x/mcp-core";
import type { Sandbox, SandboxSession } from "@x/sandbox";
import type { StdioServerConfig } from "./config/stdio-server-config.ts";
import { type StdioSessionOptions, transportOf } from "./create-stdio-transport.ts";
import { createInstaller } from "./launch/installer.ts";
import type { SandboxChoice } from "./sandbox-choice.ts";

/** Options of {@link stdioFactory}. */
export interface StdioFactoryOptions extends SandboxChoice, StdioSessionOptions {
  /** Other sandboxes or sessions for single servers, by `serverId`. */
  readonly sandboxes?: Readonly<Record<string, Sandbox | SandboxSession>> | undefined;
}

/**
 * The factory for declarations of kind `stdio`, with the sandbox bound, so that a pool knows none. Servers that share
 * a borrowed session share the install steps in it.
 */
export function stdioFactory(options: StdioFactoryOptions = {}): McpTransportFactory<StdioServerConfig> {
  const { sandboxes = {}, sandbox, session, ...rest } = options;
  const installer = createInstaller();
  return (config, context) => {
    const own = Object.hasOwn(sandboxes, config.serverId) ? sandboxes[config.serverId] : undefined;
    const choice: SandboxChoice =
      own === undefined ? { sandbox, session } : "open" in own ? { sandbox: own } : { session: own };
    return transportOf(config, { ...rest, ...context, ...choice }, installer);
  };
}
