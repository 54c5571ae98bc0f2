import {
  ConfigError,
  cacheKey,
  type HttpMiddleware,
  type HttpSend,
  type McpEventBody,
  type McpPortContext,
  type McpTransportFactory,
  type McpTransportPort,
  memoryStore,
  systemClock,
} from "@x/mcp-core";
import { createMcpSession } from "@x/mcp-session";
import { checkHttpConfig } from "./config/check-http-config.ts";
import { lowerCaseNames } from "./config/header-problem.ts";
import type { HttpServerConfig } from "./config/http-server-config.ts";
import type { EgressRules } from "./egress/egress-rules.ts";
import type { ResolveHost } from "./egress/pinned-lookup.ts";
import type { HttpProxy } from "./send/http-proxy.ts";
import { type HttpSender, undiciSend } from "./send/undici-send.ts";
import { createHttpWire } from "./wire/http-wire.ts";

/** A middleware that authorizes. */
export interface HttpAuthorization extends HttpMiddleware {
  /**
   * Called before each connection is opened, with a sender that does not authorize: for what a person has to give,
   * which no deadline may cut short.
   */
  prepare?(send: HttpSend, signal: AbortSignal): Promise<void>;
}

/** What an authorization works with. */
export interface HttpAuthorizationContext extends McpPortContext {
  /** Tells the transport's subscribers what becomes of it. */
  emit(event: Extract<McpEventBody, { readonly type: "auth" }>): void;
}

/** What a transport over HTTP is given beside its declaration: everything that is no plain data. */
export interface HttpTransportOptions {
  /**
   * Makes the middleware of a declaration's `auth`, once for each transport. It comes last before the connection,
   * so its headers win. Without it a declaration with `auth` is refused.
   */
  readonly authorize?:
    | ((config: HttpServerConfig, context: HttpAuthorizationContext) => HttpAuthorization)
    | undefined;
  /** Wraps every request; the first one is outermost. Redirects on the same origin pass through again. */
  readonly middleware?: readonly HttpMiddleware[] | undefined;
  /** Sends instead of undici. The egress guard is then its own business. */
  readonly send?: HttpSend | undefined;
  /** Holds for every server, in addition to what each declares. */
  readonly egress?: EgressRules | undefined;
  readonly proxy?: HttpProxy | undefined;
  /** Certificate authorities in PEM, instead of those of Node. */
  readonly ca?: string | readonly string[] | undefined;
  /** Default: the resolver of the machine. */
  readonly resolve?: ResolveHost | undefined;
}

/**
 * Makes a factory of transports over HTTP for `createMcpTransportPool`: secrets, proxies and rules are bound here,
 * so that declarations stay plain data.
 */
export function httpFactory(options: HttpTransportOptions = {}): McpTransportFactory<HttpServerConfig> {
  return (config, context) => createHttpTransport(config, { ...options, ...context });
}

/**
 * The transport of one server over HTTP. Nothing is sent before `connect`.
 *
 * @throws ConfigError (code `config`) where the declaration is wrong.
 */
export function createHttpTransport(
  config: HttpServerConfig,
  options: HttpTransportOptions & Partial<McpPortContext> = {},
): McpTransportPort {
  checkHttpConfig(config, { serverId: config?.serverId });
  const context: McpPortContext = {
    store: options.store ?? memoryStore(),
    handlers: options.handlers ?? {},
    clock: options.clock ?? systemClock(),
    principal: options.principal ?? "default",
    extensions: options.extensions,
  };
  const { serverId } = config;
  const url = new URL(config.url);
  url.hash = "";
  // Whoever opens the first wire lends it; nothing is authorized before.
  let tell: HttpAuthorizationContext["emit"] | undefined;
  const authorize = bindAuthorization(config, options, { ...context, emit: (event) => tell?.(event) });

  return createMcpSession({
    ...config,
    ...context,
    // The query may hold a key, and says nothing about the era.
    configKey: cacheKey([config.kind, url.origin, url.pathname]),
    async openWire({ signal, untimed, emit }) {
      tell = emit;
      const sender = options.send === undefined ? openSender(config, options, context) : undefined;
      const base = options.send ?? (sender as HttpSender).send;
      const through = (last: HttpSend): HttpSend =>
        (options.middleware ?? []).reduceRight((next, middleware) => middleware(next), last);
      try {
        await untimed(authorize.prepare?.(through(base), signal) ?? Promise.resolve());
      } catch (error) {
        await sender?.close();
        throw error;
      }
      return createHttpWire({
        serverId,
        url,
        send: through(authorize(base)),
        headers: lowerCaseNames(config.headers),
        maxMessageBytes: config.maxMessageBytes,
        legacySse: config.legacySse,
        clock: context.clock,
        sender,
      });
    },
  });
}

function bindAuthorization(
  config: HttpServerConfig,
  { authorize }: HttpTransportOptions,
  context: HttpAuthorizationContext,
): HttpAuthorization {
  if (config.auth === undefined) return (next) => next;
  if (authorize !== undefined) return authorize(config, context);
  throw new ConfigError({
    pointer: "/auth",
    problem: "nothing was bound that could authorize: give the factory `authorize`, such as that of @x/auth.",
    serverId: config.serverId,
  });
}

/** Every wire has connections of its own: they end with it. */
function openSender(
  { serverId, egress }: HttpServerConfig,
  options: HttpTransportOptions,
  { clock }: McpPortContext,
): HttpSender {
  return undiciSend({
    serverId,
    clock,
    egress: { allow: [...(options.egress?.allow ?? []), ...(egress?.allow ?? [])] },
    proxy: options.proxy,
    ca: options.ca,
    resolve: options.resolve,
  });
}
