export type {
  McpExchange,
  McpExchangeEnd,
  McpExchangeRequestOptions,
} from "./exchange/exchange.ts";
export type { McpExchangeOutcome } from "./exchange/outcome.ts";
export type { McpWireTap } from "./exchange/tap.ts";
export type { McpElicitationMode } from "./negotiate/client-capabilities.ts";
export { negotiate } from "./negotiate/negotiate.ts";
export type {
  McpClientInfo,
  McpEraEvidence,
  McpEraVerdict,
  McpNegotiation,
  McpNegotiator,
  McpNegotiatorOptions,
} from "./negotiate/negotiation.ts";
export { createMcpSession } from "./session.ts";
export type { McpOpenWireOptions, McpSessionOptions } from "./session-options.ts";
export type { SchemaWarningCode } from "./validation/schema-warning.ts";
