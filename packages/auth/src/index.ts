export type { AppliedAuth, Authenticator, AuthStatus } from "./authenticator.ts";
export { type AuthorizedServerConfig, bindAuth } from "./bind-auth.ts";
export type {
  ApiKeyPlacement,
  HarnessAuthConfig,
  McpAuthConfig,
  McpAuthInput,
} from "./config/auth-config.ts";
export { type AuthPlace, parseAuthConfig } from "./config/parse-auth-config.ts";
export { redactHeaders, redactText, redactUrl } from "./redact/redact.ts";
export type { SecretInput, SecretReaders } from "./secret/secret-input.ts";
export { type AuthRuntime, staticAuth, staticAuthenticator } from "./static/static-auth.ts";
export { withAuth } from "./with-auth.ts";
