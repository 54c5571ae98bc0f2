import type { HttpSend, McpTransportFactory } from "@x/mcp-core";
import type { HttpServerConfig } from "@x/mcp-http/config";
import type { StdioServerConfig } from "@x/mcp-stdio/config";
import { createLazyPort } from "./lazy-port.ts";
import { oauthSend } from "./oauth-send.ts";
import { checkServerConfig } from "./server-config.ts";
import type { McpTransportOptions } from "./transport-options.ts";

/** A factory for each kind of server this door knows. */
export interface McpTransportFactories {
  readonly stdio: McpTransportFactory<StdioServerConfig>;
  readonly "streamable-http": McpTransportFactory<HttpServerConfig>;
}

/**
 * The factories that `createMcpTransport` and `createMcpTransportPool` use, with sandbox and HTTP bound. They check
 * a declaration at once, and load what it needs when it is first used.
 */
export function transportFactories(options: McpTransportOptions = {}): McpTransportFactories {
  const { sandbox, session, sandboxes, policy, http = {}, secrets, auth } = options;
  return {
    stdio: lazily(options, async () => {
      const { stdioFactory } = await import("@x/mcp-stdio");
      return stdioFactory({ sandbox, session, sandboxes, policy });
    }),
    "streamable-http": lazily(options, async () => {
      const [{ httpFactory, undiciSend }, { bindAuth }] = await Promise.all([
        import("@x/mcp-http"),
        import("@x/auth"),
      ]);
      const send = (config: HttpServerConfig): HttpSend => oauthSend(undiciSend, config, http);
      return httpFactory({ authorize: bindAuth({ ...secrets, ...auth, send }), ...http });
    }),
  };
}

/** One factory for all servers of a kind: servers in one session share what is installed there. */
function lazily<C extends StdioServerConfig | HttpServerConfig>(
  options: McpTransportOptions,
  load: () => Promise<McpTransportFactory<C>>,
): McpTransportFactory<C> {
  let loading: Promise<McpTransportFactory<C>> | undefined;
  const loadOnce = async (): Promise<McpTransportFactory<C>> => {
    try {
      return await load();
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return (config, context) => {
    checkServerConfig(config, "", options);
    return createLazyPort({
      serverId: config.serverId,
      clock: context.clock,
      async load() {
        loading ??= loadOnce();
        const factory = await loading;
        return factory(config, context);
      },
    });
  };
}
