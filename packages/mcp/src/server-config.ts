import type { McpServerConfig } from "@x/mcp-core";
import { checkHttpConfig, type HttpServerConfig } from "@x/mcp-http/config";
import { checkSandboxChoice, checkStdioConfig, type StdioServerConfig } from "@x/mcp-stdio/config";
import type { SandboxOptions } from "./sandbox-options.ts";

/** A server as it is declared: a command in a sandbox, or an endpoint over HTTP. Plain data. */
export type McpTransportConfig = StdioServerConfig | HttpServerConfig;

/**
 * Checks a declaration of a kind this door knows, before anything is loaded or started for it.
 *
 * @throws ConfigError that names the key, what was expected and what to write.
 */
export function checkServerConfig(config: McpServerConfig, pointer: string, options: SandboxOptions): void {
  const place = { pointer, serverId: config?.serverId };
  if (config?.kind === "stdio") {
    checkStdioConfig(config, place);
    const own = ownSandbox(config.serverId, options);
    checkSandboxChoice(own === undefined ? options : { sandbox: own }, config.serverId);
  }
  if (config?.kind === "streamable-http") checkHttpConfig(config, place);
}

function ownSandbox(serverId: string, { sandboxes = {} }: SandboxOptions): unknown {
  return Object.hasOwn(sandboxes, serverId) ? sandboxes[serverId] : undefined;
}
