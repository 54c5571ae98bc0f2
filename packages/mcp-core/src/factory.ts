import type { Clock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import type { McpTransportPort } from "./port.ts";

/** A server as it is declared: plain data that survives `JSON.parse(JSON.stringify(config))`. */
export interface McpServerConfig {
  readonly kind: string;
  readonly serverId: string;
}

/** What whoever owns a transport lends to it. */
export interface McpPortContext {
  /** Era verdicts and catalogs. */
  readonly store: KeyValueStore;
  readonly handlers: McpHostHandlers;
  readonly clock: Clock;
  /** For whom the connection is made; nothing is shared between two principals. */
  readonly principal: string;
  /**
   * The protocol extensions that the host supports, by id, with their settings: advertised to every server. Default
   * none. `uiExtensionCapability()` of `@x/ui-resources` is the one for UI.
   */
  readonly extensions?: JsonObject | undefined;
}

/** Makes the transport of one declaration. Secrets, sandboxes and HTTP are bound when the factory is made. */
export type McpTransportFactory<C extends McpServerConfig = McpServerConfig> = (
  config: C,
  context: McpPortContext,
) => McpTransportPort;

/** Answers to what a server may ask of its host. A handler that is absent is a capability not advertised. */
export interface McpHostHandlers {
  /** MCP client/elicitation. Say to the user which server asks. */
  elicit?(
    request: JsonObject,
    from: { readonly serverId: string; readonly signal: AbortSignal },
  ): Promise<JsonObject>;
  /** MCP client/sampling. */
  sample?(
    request: JsonObject,
    from: { readonly serverId: string; readonly signal: AbortSignal },
  ): Promise<JsonObject>;
  /** MCP client/roots. Expose only what the server may see. */
  roots?(from: {
    readonly serverId: string;
  }): Promise<readonly { readonly uri: string; readonly name?: string }[]>;
}
