import type {
  JsonObject,
  McpCallOptions,
  McpRequestOptions,
  McpServerConfig,
  McpTransportPort,
} from "@x/mcp-core";
import type { McpPoolListing } from "./pool-listing.ts";
import type { McpPooledToolResult } from "./pooled-tool-result.ts";
import type { McpServerSnapshot } from "./server-snapshot.ts";

/**
 * Many servers as one transport. `connect`, `listTools` and `reconnect` reach all servers in parallel and resolve
 * when each has answered, failed or used up its own time; they reject only where not one server could be listed.
 * With `serverId` they reach that server alone. `timeoutMs` bounds the wait for each server: one that is slower
 * goes on connecting, and a `tools` event tells when it has arrived.
 *
 * `state` and `onStateChange` are those of all servers together; `on('state')` also tells each server's own, under
 * its server id. Names in `tools` events are those that `callTool` takes. `request` needs `serverId`.
 */
export interface McpTransportPool extends McpTransportPort {
  /** In the order of the configuration. */
  readonly serverIds: readonly string[];
  /** One server's own transport, whose tools have their unprefixed names. */
  server(serverId: string): McpTransportPort | undefined;
  /** Every server's state, without any I/O. */
  snapshot(): readonly McpServerSnapshot[];
  /** `listTools` that also tells who failed and how long each took. Never rejects for a server's failure. */
  listToolsWithErrors(options?: McpRequestOptions): Promise<McpPoolListing>;
  /**
   * Calls `server__tool`. A name that is not known makes the servers it may belong to list again, once.
   *
   * @throws ToolNotFoundError (`where: 'server'`) with the nearest names.
   * @throws McpProtocolError code `limit` where the server's queue is full; nothing was sent.
   */
  callTool(name: string, args: JsonObject, options?: McpCallOptions): Promise<McpPooledToolResult>;
  /**
   * The same servers for somebody else: own connections and credentials, nothing shared between principals. The
   * same principal gets the same pool until that is stopped. Stopping this pool stops those of all principals.
   *
   * @throws ConfigError where the pool was made from transports, which belong to nobody in particular.
   */
  as(principal: string): McpTransportPool;
  /**
   * Adds a server for every principal. It connects by itself where the pool was connected before.
   *
   * @throws ConfigError for a bad declaration; nothing was started.
   */
  add<C extends McpServerConfig>(config: C): void;
  /** Stops a server for every principal and forgets it. A server that is not there is nothing to do. */
  remove(serverId: string): Promise<void>;
  /**
   * Makes the servers those of `next`: adds the new, stops the missing, restarts the changed, leaves the others
   * alone. Resolves when what had to stop has stopped; it does not wait for anything to connect.
   *
   * @throws ConfigError for a bad declaration; nothing was changed.
   */
  reconfigure<C extends McpServerConfig>(next: readonly C[]): Promise<void>;
}
