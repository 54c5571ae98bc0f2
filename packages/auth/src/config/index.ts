export type {
  ApiKeyPlacement,
  HarnessAuthConfig,
  McpAuthConfig,
  McpAuthInput,
  StaticAuthConfig,
} from "./auth-config.ts";
export type {
  ClientAuth,
  ClientIdentity,
  OAuth2Config,
  OAuthCompat,
  OAuthGrant,
  RedirectPolicy,
} from "./oauth2-config.ts";
export { type AuthPlace, parseAuthConfig } from "./parse-auth-config.ts";
