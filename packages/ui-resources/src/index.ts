export type { UiJson, UiJsonObject } from "./data/json.ts";
export { type StandardStyleVariable, standardStyleVariables } from "./data/standard-style-variables.ts";
export type { UiProblem, UiProblemCode } from "./data/ui-problem.ts";
export { uiExtensionId, uiMimeType, uiProtocolVersion } from "./data/ui-profile.ts";
export { isUiUri } from "./data/ui-uri.ts";
export {
  type ResolveUiDocumentOptions,
  resolveUiDocument,
  type UiDocumentResult,
} from "./document/resolve-ui-document.ts";
export { digestUiRecord, resolveUiRecord } from "./document/resolve-ui-record.ts";
export type { UiDigest } from "./document/sha256-hex.ts";
export type { UiCspDeclaration, UiDocument, UiPermission, UiPermissions } from "./document/ui-document.ts";
export { extractMcpUiResources, type McpUiResourceContext } from "./extract/extract-mcp-ui-resources.ts";
export {
  extractUiResources,
  type UiExtractContext,
  type UiExtraction,
  type UiExtractLimits,
} from "./extract/extract-ui-resources.ts";
export type { McpUiResource } from "./extract/ui-resource.ts";
export type { UiResourceRecord, UiResourceSource } from "./extract/ui-resource-record.ts";
export { buildAllow, type ViewPermissions } from "./policy/build-allow.ts";
export {
  type AcceptedCspSource,
  type BuildViewCspOptions,
  buildViewCsp,
  type ViewCsp,
} from "./policy/build-view-csp.ts";
export type { CspProfile } from "./policy/view-directives.ts";
export type { ViewAuditEntry, ViewAuditOutcome, ViewAuditRule } from "./session/audit-entry.ts";
export { createViewSession } from "./session/create-view-session.ts";
export type {
  ViewAppInfo,
  ViewContainerDimensions,
  ViewDisplayMode,
  ViewHostContext,
  ViewImplementation,
} from "./session/host-context.ts";
export type { ViewCloseReason, ViewEffect, ViewFailure } from "./session/view-effect.ts";
export { viewErrorCodes } from "./session/view-error-codes.ts";
export type { ViewEvent, ViewEventTime } from "./session/view-event.ts";
export { defaultViewLimits, type ViewRate, type ViewSessionLimits } from "./session/view-limits.ts";
export type {
  ViewApprovalBasis,
  ViewApprovalRequest,
  ViewDecision,
  ViewLogEntry,
  ViewModelContext,
  ViewRequest,
} from "./session/view-request.ts";
export type { ViewSession } from "./session/view-session.ts";
export type {
  ViewHandlers,
  ViewModality,
  ViewPolicy,
  ViewSessionInit,
  ViewTool,
} from "./session/view-session-init.ts";
export type { ViewPhase, ViewSessionState } from "./session/view-session-state.ts";
export { readToolUi } from "./tool/read-tool-ui.ts";
export { splitToolsByAudience, type ToolsByAudience } from "./tool/split-tools-by-audience.ts";
export type { ToolUi, UiAudience, UiDialect } from "./tool/tool-ui.ts";
export { type UiExtensionCapability, uiExtensionCapability } from "./tool/ui-extension-capability.ts";
