import type {
  Clock,
  JsonObject,
  KeyValueStore,
  McpHostHandlers,
  McpServerConfig,
  McpTransportFactory,
  McpTransportPort,
} from "@x/mcp-core";
import type { McpPoolLimits } from "./call-gate.ts";
import type { McpPoolStartOptions } from "./start-options.ts";

/** Options of every pool. */
export interface McpPoolBaseOptions {
  /** The pool's own id, under which events tell its state. Default `mcp-pool`. */
  readonly serverId?: string;
  /** Between server and tool in a pooled name. Default `__`. */
  readonly toolNameSeparator?: string;
  readonly clock?: Clock;
  /**
   * How long `connect`, `listTools` and `reconnect` wait for each server where the call has no `timeoutMs`. Default
   * 330,000: transports end their own attempts long before that.
   */
  readonly settleTimeoutMs?: number;
  /** For every server. */
  readonly limits?: McpPoolLimits;
  /** For single servers, by id; laid over `limits`. */
  readonly serverLimits?: Readonly<Record<string, McpPoolLimits>>;
}

/** Options of {@link createMcpTransportPool}. */
export interface McpPoolOptions<C extends McpServerConfig = McpServerConfig>
  extends McpPoolBaseOptions,
    McpPoolStartOptions {
  /** Plain data that survives `JSON.parse(JSON.stringify(servers))`. */
  readonly servers: readonly C[];
  /** By kind. Secrets, sandboxes and HTTP are bound in them, so that the pool knows none of them. */
  readonly factories: Readonly<Record<string, McpTransportFactory<never>>>;
  /** Era verdicts and catalogs. Default: the memory of this process. */
  readonly store?: KeyValueStore;
  /** Answers to what servers ask of their host. Default: none, so nothing is advertised. */
  readonly handlers?: McpHostHandlers;
  /**
   * Protocol extensions that the host supports, by id, advertised to every server: `uiExtensionCapability()` where it
   * shows UI. Default none.
   */
  readonly extensions?: JsonObject | undefined;
  /** For whom this pool connects. Default `default`. */
  readonly principal?: string;
}

/** Options of {@link createMcpTransportPoolFromTransports}. */
export interface McpPoolFromTransportsOptions extends McpPoolBaseOptions {
  /** Each under its own `serverId`. */
  readonly transports: readonly McpTransportPort[];
  /** Whether `stop` and `remove` stop the transports too. Default true. */
  readonly owned?: boolean;
}
