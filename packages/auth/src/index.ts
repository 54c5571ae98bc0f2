export type { AppliedAuth, Authenticator, AuthStatus } from "./authenticator.ts";
export { type AuthorizedServerConfig, type BindAuthOptions, bindAuth } from "./bind-auth.ts";
export type {
  ApiKeyPlacement,
  HarnessAuthConfig,
  McpAuthConfig,
  McpAuthInput,
  StaticAuthConfig,
} from "./config/auth-config.ts";
export type {
  ClientAuth,
  ClientIdentity,
  OAuth2Config,
  OAuthCompat,
  OAuthGrant,
  RedirectPolicy,
} from "./config/oauth2-config.ts";
export { type AuthPlace, parseAuthConfig } from "./config/parse-auth-config.ts";
export { type Explanation, explain } from "./explain/explain.ts";
export type {
  AuthorizationAnswer,
  AuthorizationPrompt,
  InteractionPort,
  ScopePrompt,
} from "./interaction/interaction-port.ts";
export type { AuthEvent } from "./oauth/auth-event.ts";
export {
  type CompletionRuntime,
  completeAuthorization,
  type PendingAuthorization,
  pendingAuthorization,
} from "./oauth/flow/complete-authorization.ts";
export type { FlowRecord } from "./oauth/flow/flow-record.ts";
export { type OAuthAuthenticator, oauthAuth, oauthAuthenticator } from "./oauth/oauth-authenticator.ts";
export type { OAuthRuntime, OAuthTiming } from "./oauth/oauth-runtime.ts";
export { redactHeaders, redactText, redactUrl } from "./redact/redact.ts";
export type { SecretInput, SecretReaders } from "./secret/secret-input.ts";
export { type AuthRuntime, staticAuth, staticAuthenticator } from "./static/static-auth.ts";
export { type FileStoreOptions, fileStore } from "./store/file-store.ts";
export { type AuthMiddleware, withAuth } from "./with-auth.ts";
