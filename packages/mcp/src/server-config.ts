import { parseAuthConfig } from "@x/auth/config";
import type { McpServerConfig } from "@x/mcp-core";
import { checkHttpConfig, type HttpServerConfig } from "@x/mcp-http/config";
import {
  checkSandboxChoice,
  checkSandboxPolicy,
  checkStdioConfig,
  type StdioServerConfig,
} from "@x/mcp-stdio/config";
import type { Sandbox, SandboxSession } from "@x/sandbox";
import type { McpTransportOptions } from "./transport-options.ts";

/** A server as it is declared: a command in a sandbox, or an endpoint over HTTP. Plain data. */
export type McpTransportConfig = StdioServerConfig | HttpServerConfig;

/**
 * Checks a declaration of a kind this door knows, before anything is loaded or started for it.
 *
 * @throws ConfigError that names the key, what was expected and what to write; `SandboxError` code `policy`
 */
export function checkServerConfig(
  config: McpServerConfig,
  pointer: string,
  options: McpTransportOptions,
): void {
  const place = { pointer, serverId: config?.serverId };
  if (config?.kind === "stdio") {
    checkStdioConfig(config, place);
    const own = ownSandbox(config.serverId, options);
    checkSandboxChoice(own === undefined ? options : { sandbox: own }, config.serverId);
    const target = own ?? options.session ?? options.sandbox;
    // The check before leaves no other case.
    checkSandboxPolicy(target as Sandbox | SandboxSession, { ...config, root: options.policy });
  }
  if (config?.kind === "streamable-http") {
    checkHttpConfig(config, place);
    // Whoever authorizes in another way has words of its own.
    if (config.auth === undefined || options.http?.authorize !== undefined) return;
    parseAuthConfig(config.auth, { pointer: `${pointer}/auth`, serverId: config.serverId });
  }
}

function ownSandbox(
  serverId: string,
  { sandboxes = {} }: McpTransportOptions,
): Sandbox | SandboxSession | undefined {
  return Object.hasOwn(sandboxes, serverId) ? sandboxes[serverId] : undefined;
}
