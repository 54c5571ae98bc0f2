export type { ApiKeyPlacement, HarnessAuthConfig, McpAuthConfig, McpAuthInput } from "./auth-config.ts";
export { type AuthPlace, parseAuthConfig } from "./parse-auth-config.ts";
