import {
  type JsonObject,
  type McpBackoffConfig,
  type McpEra,
  type McpEventBody,
  type McpPortContext,
  type McpWire,
  mcpDefaults,
} from "@x/mcp-core";
import { checkSessionOptions } from "./check-session-options.ts";
import type { McpElicitationMode } from "./negotiate/client-capabilities.ts";
import { negotiate } from "./negotiate/negotiate.ts";
import type { McpClientInfo, McpNegotiator } from "./negotiate/negotiation.ts";

/** What a wire is opened with. */
export interface McpOpenWireOptions {
  /** Aborted when nobody waits for the connection any more, when its deadline passed, or by `stop()`. */
  readonly signal: AbortSignal;
  /** Which wire of this connect it is, from 1. */
  readonly attempt: number;
  /**
   * Waits for work that has a clock of its own, such as an install: while it is pending, neither the connect
   * deadline nor the deadlines of the calls that wait for the connection run.
   */
  untimed<T>(work: Promise<T>): Promise<T>;
  /** Tells the port's subscribers of something; also before there is a wire, and for as long as the port lives. */
  emit(event: McpEventBody): void;
}

/** What a session is made of. */
export interface McpSessionOptions extends McpPortContext {
  readonly serverId: string;
  /** Names the server's configuration for the era cache: a hash of kind, URL or command and arguments. Never secrets. */
  readonly configKey: string;
  /**
   * Opens a wire; a new one for every attempt. What it rejects with reaches the caller: an `McpError` or another
   * typed error as it is, anything else as the `cause` of an `McpProtocolError`.
   */
  openWire(options: McpOpenWireOptions): Promise<McpWire>;
  /**
   * What happens when arguments or a result break the tool's schema: `throw` a `ValidationError`, `warn` with an
   * event, or `off`. Default `throw`.
   */
  readonly validation?: "throw" | "warn" | "off" | undefined;
  /** `auto` asks the server; the others never fall back. Default `auto`. */
  readonly era?: "auto" | McpEra | undefined;
  /** How the client names itself to servers. */
  readonly clientInfo?: McpClientInfo | undefined;
  /** Time for opening, negotiating and listing. Default 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Time without progress after which a request fails. Default 60,000. */
  readonly callTimeoutMs?: number | undefined;
  /** Time after which a request fails whatever progress came, input rounds and their people included. Default 600,000. */
  readonly totalTimeoutMs?: number | undefined;
  /** Whether progress starts the call timer again. Default true. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** How long a process may be silent on the era probe before it counts as legacy. Default 3,000; over HTTP none. */
  readonly probeTimeoutMs?: number | undefined;
  readonly backoff?: McpBackoffConfig | undefined;
  /** Whether a lost connection is made again by itself. Default true; without it the next call connects. */
  readonly reconnect?: boolean | undefined;
  /** A connection that lived this long starts the count of attempts again. Default 10,000. */
  readonly healthyAfterMs?: number | undefined;
  /** The process exits, within `windowMs`, that park the server. Default 5 in 60,000. */
  readonly crashLoop?: { readonly exits: number; readonly windowMs: number } | undefined;
  /**
   * Whether a call whose outcome is `unknown` because the connection broke is sent again when the tool says that
   * this does no harm. Default `never`: hints of a server are only as good as the server.
   */
  readonly retryUnknown?: "never" | "read-only-or-idempotent" | undefined;
  /** Most pages of the tool list. Default 1,000. */
  readonly maxPages?: number | undefined;
  /** Largest definition of a tool. Default 1 MiB. */
  readonly maxToolBytes?: number | undefined;
  /** The ways in which `handlers.elicit` can ask. Default `["form"]`. */
  readonly elicitationModes?: readonly McpElicitationMode[] | undefined;
  /** Agrees with a server on how to speak. Default {@link negotiate}. */
  readonly negotiator?: McpNegotiator | undefined;
}

/** The options with every default filled in. */
export interface SessionSettings extends McpPortContext {
  readonly serverId: string;
  readonly configKey: string;
  readonly openWire: McpSessionOptions["openWire"];
  readonly validation: "throw" | "warn" | "off";
  readonly era: "auto" | McpEra;
  readonly clientInfo: McpClientInfo;
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly resetTimeoutOnProgress: boolean;
  readonly probeTimeoutMs: number | undefined;
  readonly backoff: Required<McpBackoffConfig>;
  readonly reconnect: boolean;
  readonly healthyAfterMs: number;
  readonly crashLoop: { readonly exits: number; readonly windowMs: number };
  readonly retryUnknown: "never" | "read-only-or-idempotent";
  readonly maxPages: number;
  readonly maxToolBytes: number;
  readonly elicitationModes: readonly McpElicitationMode[];
  readonly extensions: JsonObject | undefined;
  readonly negotiator: McpNegotiator;
}

/**
 * Fills in the defaults.
 *
 * @throws ConfigError for options that make no sense
 */
export function resolveSettings(options: McpSessionOptions): SessionSettings {
  checkSessionOptions(options);
  return {
    store: options.store,
    handlers: options.handlers,
    clock: options.clock,
    principal: options.principal,
    serverId: options.serverId,
    configKey: options.configKey,
    openWire: (o) => options.openWire(o),
    validation: options.validation ?? "throw",
    era: options.era ?? "auto",
    clientInfo: options.clientInfo ?? { name: "x-mcp", version: "0.1.0" },
    connectTimeoutMs: options.connectTimeoutMs ?? mcpDefaults.connectTimeoutMs,
    callTimeoutMs: options.callTimeoutMs ?? mcpDefaults.callTimeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? mcpDefaults.totalTimeoutMs,
    resetTimeoutOnProgress: options.resetTimeoutOnProgress ?? true,
    probeTimeoutMs: options.probeTimeoutMs,
    backoff: { ...mcpDefaults.backoff, ...options.backoff },
    reconnect: options.reconnect ?? true,
    healthyAfterMs: options.healthyAfterMs ?? 10_000,
    crashLoop: options.crashLoop ?? { exits: 5, windowMs: 60_000 },
    retryUnknown: options.retryUnknown ?? "never",
    maxPages: options.maxPages ?? 1_000,
    maxToolBytes: options.maxToolBytes ?? 1024 * 1024,
    elicitationModes: options.elicitationModes ?? ["form"],
    extensions: options.extensions,
    negotiator: options.negotiator ?? negotiate,
  };
}
