import type { HttpMiddleware, McpPortContext, McpServerConfig } from "@x/mcp-core";
import type { McpAuthInput } from "./config/auth-config.ts";
import type { SecretReaders } from "./secret/secret-input.ts";
import { staticAuth } from "./static/static-auth.ts";

/** A declaration with a server's URL and how to authorize there. */
export interface AuthorizedServerConfig extends McpServerConfig {
  readonly url: string;
  readonly auth?: object;
}

/**
 * Binds authorization for a factory of HTTP transports: `httpFactory({ authorize: bindAuth() })`. What secrets
 * are read with is bound here; declarations say which ones.
 */
export function bindAuth(
  readers: SecretReaders = {},
): (config: AuthorizedServerConfig, context: Pick<McpPortContext, "clock">) => HttpMiddleware {
  return ({ serverId, url, auth }, { clock }) =>
    staticAuth((auth ?? { mode: "none" }) as McpAuthInput, {
      ...readers,
      serverUrl: new URL(url),
      serverId,
      clock,
    });
}
