import type { StdioServerConfig } from "@x/mcp-stdio/config";
import { createMcpTransport } from "./create-mcp-transport.ts";
import { DelegatingTransport } from "./delegating-transport.ts";
import type { McpTransportOptions } from "./transport-options.ts";

/** A stdio server's declaration without its kind. */
export type StdioMcpTransportConfig = Omit<StdioServerConfig, "kind">;

/** `createMcpTransport({ kind: "stdio", … }, { sandbox })` as a class. */
export class StdioMcpTransport extends DelegatingTransport {
  /** @throws ConfigError for a wrong declaration, or without a sandbox to run in. */
  constructor(config: StdioMcpTransportConfig, options: McpTransportOptions = {}) {
    super(createMcpTransport({ ...config, kind: "stdio" }, options));
  }
}
