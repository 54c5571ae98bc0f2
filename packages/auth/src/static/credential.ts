import { type HttpRequest, McpAuthError } from "@x/mcp-core";
import type { StaticAuthConfig } from "../config/auth-config.ts";
import type { SecretInput } from "../secret/secret-input.ts";

/** The secret of a way to authorize, and how it is put on a request. `undefined` for `none`. */
export interface Credential {
  readonly secret: SecretInput;
  /** Everything in the result of {@link Credential.put} that is secret. */
  put(request: HttpRequest, secret: string): HttpRequest;
}

/** Tab and printable characters of Latin-1: what a field value may hold (RFC 9110 5.5). */
const fieldValue = /^[\t\x20-\x7E\x80-\xFF]+$/;

/** Makes the credential of a declaration. */
export function credentialOf(config: StaticAuthConfig, serverId: string | undefined): Credential | undefined {
  const header = (name: string, write: (secret: string) => string): Credential["put"] => {
    const field = name.toLowerCase();
    return (request, secret) => ({
      ...request,
      headers: { ...request.headers, [field]: checkedValue(write(secret), name, serverId) },
    });
  };
  switch (config.mode) {
    case "none":
      return undefined;
    case "bearer":
      return { secret: config.token, put: header("Authorization", (secret) => `Bearer ${secret}`) };
    case "api-token": {
      const { headerName = "Authorization", scheme } = config;
      return {
        secret: config.token,
        put: header(headerName, (secret) => (scheme === undefined ? secret : `${scheme} ${secret}`)),
      };
    }
    case "oauth": {
      const type = schemeOf(config.tokenType);
      return { secret: config.accessToken, put: header("Authorization", (secret) => `${type} ${secret}`) };
    }
    case "basic": {
      const { username } = config;
      return { secret: config.password, put: header("Authorization", (secret) => basic(username, secret)) };
    }
    case "api-key": {
      const { placement, key } = config;
      if (placement.in === "query") return { secret: key, put: queryParameter(placement.name) };
      const { name, prefix = "" } = placement;
      return { secret: key, put: header(name, (secret) => `${prefix}${secret}`) };
    }
  }
}

/** RFC 7617 2.1: in UTF-8, which is what servers that name a charset name. */
function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

/** Token types are compared without case (RFC 6749 5.1), but servers exist that want the scheme as registered. */
function schemeOf(tokenType = "Bearer"): string {
  return tokenType.toLowerCase() === "bearer" ? "Bearer" : tokenType;
}

function queryParameter(name: string): Credential["put"] {
  return (request, secret) => {
    const url = new URL(request.url);
    url.searchParams.set(name, secret);
    return { ...request, url };
  };
}

/** Checked here, because what the platform says of a bad header value repeats it. */
function checkedValue(value: string, name: string, serverId: string | undefined): string {
  if (fieldValue.test(value)) return value;
  throw new McpAuthError({
    authCode: "config_invalid",
    message: `The secret for the header ${name} holds a line break or another character that no header may have.`,
    phase: "config",
    retry: "after-user",
    serverId,
    outcome: "not-sent",
  });
}
