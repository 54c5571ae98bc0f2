import type { McpError, McpTool } from "@x/mcp-core";

/** What every server of a pool answered, failures included. */
export interface McpPoolListing {
  /** In the order of the servers in the configuration, then in each server's own order. */
  readonly tools: readonly McpTool[];
  /** By server id; a server that is not in it was listed. */
  readonly errors: Readonly<Record<string, McpError>>;
  /** How long each server took, by server id. */
  readonly durationsMs: Readonly<Record<string, number>>;
}
