import {
  ConfigError,
  type HttpSend,
  isolateHandler,
  type KeyValueStore,
  type McpEventBody,
  type McpPortContext,
  type McpServerConfig,
} from "@x/mcp-core";
import type { McpAuthInput } from "./config/auth-config.ts";
import { parseAuthConfig } from "./config/parse-auth-config.ts";
import type { InteractionPort } from "./interaction/interaction-port.ts";
import type { AuthEvent } from "./oauth/auth-event.ts";
import { oauthAuth } from "./oauth/oauth-authenticator.ts";
import type { OAuthTiming } from "./oauth/oauth-runtime.ts";
import type { SecretReaders } from "./secret/secret-input.ts";
import { staticAuth } from "./static/static-auth.ts";
import type { AuthMiddleware } from "./with-auth.ts";

/** A declaration with a server's URL and how to authorize there. */
export interface AuthorizedServerConfig extends McpServerConfig {
  readonly url: string;
  readonly auth?: object;
}

/** What authorization works with beside the declarations: everything that is no plain data. */
export interface BindAuthOptions<C extends AuthorizedServerConfig = AuthorizedServerConfig>
  extends SecretReaders {
  /** Makes what OAuth requests of a server go through; see `OAuthRuntime.send`. Without it `oauth2` is refused. */
  readonly send?: ((config: C) => HttpSend) | undefined;
  /** How a person is asked to log in. Without it nobody is. */
  readonly interaction?: InteractionPort | undefined;
  /** Tokens and registered clients. Default: the store of the transport. */
  readonly credentials?: KeyValueStore | undefined;
  readonly onEvent?: ((event: AuthEvent) => void) | undefined;
  readonly timing?: OAuthTiming | undefined;
}

/**
 * Binds authorization for a factory of HTTP transports: `httpFactory({ authorize: bindAuth() })`. What secrets
 * are read with is bound here; declarations say which ones.
 */
export function bindAuth<C extends AuthorizedServerConfig = AuthorizedServerConfig>(
  options: BindAuthOptions<C> = {},
): (
  config: C,
  context: Pick<McpPortContext, "clock"> &
    Partial<Pick<McpPortContext, "store" | "principal">> & {
      /** Hears of it too: the subscribers of the transport. */
      emit?(event: Extract<McpEventBody, { readonly type: "auth" }>): void;
    },
) => AuthMiddleware {
  const { send, credentials, env, file, interaction, timing } = options;
  const onEvent = options.onEvent && isolateHandler(options.onEvent);
  return (config, { clock, store, principal, emit }) => {
    const { serverId, url, auth } = config;
    const parsed = parseAuthConfig(auth ?? { mode: "none" }, { serverId });
    const shared = { env, file, serverUrl: new URL(url), serverId };
    if (parsed.mode !== "oauth2") return staticAuth(parsed as McpAuthInput, { ...shared, clock });
    const records = credentials ?? store;
    if (send === undefined || records === undefined)
      throw new ConfigError({
        pointer: "/auth/mode",
        problem:
          '"oauth2" asks servers that the MCP server names, and nothing was bound to send that safely: give bindAuth `send`, such as one of `undiciSend`.',
        serverId,
      });
    const runtime = { ...shared, principal, clock };
    return oauthAuth(parsed, {
      ...runtime,
      store: records,
      send: send(config),
      interaction,
      timing,
      onEvent(event) {
        onEvent?.(event);
        const { type: status, issuer, detail } = event;
        emit?.({
          type: "auth",
          status,
          ...(issuer === undefined ? {} : { issuer }),
          ...(detail === undefined ? {} : { detail }),
        });
      },
    });
  };
}
