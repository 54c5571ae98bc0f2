import type { BindAuthOptions, SecretReaders } from "@x/auth";
import {
  type Clock,
  type JsonObject,
  type KeyValueStore,
  type McpHostHandlers,
  type McpPortContext,
  memoryStore,
  systemClock,
} from "@x/mcp-core";
import type { HttpTransportOptions } from "@x/mcp-http";
import type { SandboxOptions } from "./sandbox-options.ts";

/** What is bound when transports are made: everything that is no plain data. */
export interface McpTransportOptions extends SandboxOptions {
  /** How secrets of `auth` that stand in variables and files are read. Default: variables are refused. */
  readonly secrets?: SecretReaders | undefined;
  /**
   * For `auth: { mode: "oauth2" }`: how a person is asked, where tokens are kept (default: `store`), and who hears of
   * it. What OAuth sends goes through the egress guard, with the rules of the server's declaration.
   */
  readonly auth?: Pick<BindAuthOptions, "interaction" | "credentials" | "onEvent" | "timing"> | undefined;
  /** For servers over HTTP: middleware, other authorization, egress rules, proxy. */
  readonly http?: HttpTransportOptions | undefined;
  /** Era verdicts and catalogs. Default: the memory of this process. */
  readonly store?: KeyValueStore | undefined;
  /** Answers to what servers ask of their host. Default: none, so nothing is advertised. */
  readonly handlers?: McpHostHandlers | undefined;
  /**
   * Protocol extensions that the host supports, by id, advertised to every server: `uiExtensionCapability()` where it
   * shows UI. Default none.
   */
  readonly extensions?: JsonObject | undefined;
  readonly clock?: Clock | undefined;
  /** For whom connections are made. Default `default`. */
  readonly principal?: string | undefined;
}

/** What of the options goes to every transport, with the defaults filled in. */
export function portContext(options: McpTransportOptions): McpPortContext {
  const clock = options.clock ?? systemClock();
  return {
    clock,
    store: options.store ?? memoryStore({ clock }),
    handlers: options.handlers ?? {},
    principal: options.principal ?? "default",
    extensions: options.extensions,
  };
}
