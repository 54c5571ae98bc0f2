export { abortable } from "./abortable.ts";
export { aggregateState } from "./aggregate-state.ts";
export { backoffDelayMs, type McpBackoffConfig } from "./backoff.ts";
export { cacheKey } from "./cache-key.ts";
export {
  checkDeclaration,
  type DeclarationField,
  type DeclarationFields,
  type DeclarationPlace,
  oneOfWords,
} from "./check-declaration.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type CompletionReference, complete } from "./completion.ts";
export { ConfigError, type ConfigPlace } from "./config-error.ts";
export { copyJson } from "./copy-json.ts";
export { mcpDefaults } from "./defaults.ts";
export type { McpEvent, McpEventBody } from "./event.ts";
export { createEventHub, type McpEventHub } from "./event-hub.ts";
export type { McpHostHandlers, McpPortContext, McpServerConfig, McpTransportFactory } from "./factory.ts";
export { fromFetch } from "./from-fetch.ts";
export { encodeHeaderValue } from "./header-value.ts";
export type { HttpMiddleware, HttpRequest, HttpResponse, HttpSend } from "./http.ts";
export { isolateHandler } from "./isolate-handler.ts";
export { isJsonObject, type JsonObject } from "./json.ts";
export type { KeyValueEntry, KeyValueLease, KeyValueStore } from "./key-value-store.ts";
export {
  McpAuthError,
  type McpAuthErrorCode,
  type McpAuthErrorInit,
  type McpAuthPhase,
  type McpAuthRetry,
} from "./mcp-auth-error.ts";
export { isMcpError, McpError, type McpErrorCode, type McpErrorInit, type McpOutcome } from "./mcp-error.ts";
export {
  type McpPhase,
  McpProtocolError,
  type McpProtocolErrorCode,
  type McpProtocolErrorInit,
} from "./mcp-protocol-error.ts";
export { memoryStore } from "./memory-store.ts";
export { nearestNames } from "./nearest-names.ts";
export { type McpOutputPart, normaliseResult, type ResultOrigin } from "./normalise-result.ts";
export { asNotSent } from "./not-sent.ts";
export { onAbort } from "./on-abort.ts";
export { OperationCancelledError } from "./operation-cancelled-error.ts";
export { type McpDeadline, OperationTimeoutError } from "./operation-timeout-error.ts";
export { type Pages, type PageWarning, readPages } from "./pages.ts";
export { type PolledLock, runLocked } from "./polled-lock.ts";
export type {
  McpCallOptions,
  McpPortDecorator,
  McpProgress,
  McpRequestOptions,
  McpStateHandler,
  McpTransportPort,
} from "./port.ts";
export { getPrompt, listPrompts } from "./prompts.ts";
export { requestOptionsError } from "./request-options.ts";
export { listResources, listResourceTemplates, readResource } from "./resources.ts";
export type { McpEra, McpServerInfo } from "./server-info.ts";
export { type McpSessionDeclaration, sessionDeclarationFields } from "./session-declaration.ts";
export { stableHash, stableJson } from "./stable-hash.ts";
export type { McpState, McpStateChange, McpStateReason } from "./state.ts";
export { type McpTransition, nextState } from "./state-machine.ts";
export { type FetchFunction, toFetch } from "./to-fetch.ts";
export type { McpQuarantinedTool, McpQuarantineReason, McpTool, McpToolAnnotations } from "./tool.ts";
export { ToolError } from "./tool-error.ts";
export { encodeToolName, type ToolNameOptions } from "./tool-name.ts";
export { ToolNotFoundError, type ToolNotFoundWhere } from "./tool-not-found-error.ts";
export type { McpContent, McpEmbeddedResource, McpToolResult } from "./tool-result.ts";
export { ValidationError, type ValidationIssue } from "./validation-error.ts";
export type { JsonRpcMessage, McpLoss, McpSendOptions, McpWire, McpWireHandlers } from "./wire.ts";
