import type { HttpServerConfig } from "@x/mcp-http/config";
import { createMcpTransport } from "./create-mcp-transport.ts";
import { DelegatingTransport } from "./delegating-transport.ts";
import type { McpTransportOptions } from "./transport-options.ts";

/** An HTTP server's declaration without its kind. */
export type StreamableHttpMcpTransportConfig = Omit<HttpServerConfig, "kind">;

/** `createMcpTransport({ kind: "streamable-http", … })` as a class. */
export class StreamableHttpMcpTransport extends DelegatingTransport {
  /** @throws ConfigError for a wrong declaration. */
  constructor(config: StreamableHttpMcpTransportConfig, options: McpTransportOptions = {}) {
    super(createMcpTransport({ ...config, kind: "streamable-http" }, options));
  }
}
