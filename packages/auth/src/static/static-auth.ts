import { type Clock, ConfigError, type HttpResponse, McpAuthError, systemClock } from "@x/mcp-core";
import type { AppliedAuth, Authenticator, AuthStatus } from "../authenticator.ts";
import { bearerChallenge } from "../challenge/bearer-challenge.ts";
import type { McpAuthInput } from "../config/auth-config.ts";
import { parseAuthConfig } from "../config/parse-auth-config.ts";
import { resolveSecret } from "../secret/resolve-secret.ts";
import type { SecretReaders } from "../secret/secret-input.ts";
import { type AuthMiddleware, withAuth } from "../with-auth.ts";
import { type Credential, credentialOf } from "./credential.ts";

/** What authorization at one server works with. */
export interface AuthRuntime extends SecretReaders {
  /** Credentials go to its origin and nowhere else. */
  readonly serverUrl: URL;
  /** Named in errors. */
  readonly serverId?: string | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** After a 401 the same secret is not shown to the server again for so long. */
const rejectedForMs = 60_000;

/**
 * Authorizes with a secret that is simply there: the ways of {@link StaticAuthConfig}.
 *
 * @throws ConfigError where the declaration is wrong. Requests reject with McpAuthError: `credentials_rejected`
 * and `token_expired` (401, and then for a minute without asking the server, unless the secret has changed),
 * `insufficient_scope` and `credentials_rejected` (403), `config_invalid` (no usable secret).
 */
export function staticAuth(input: McpAuthInput, runtime: AuthRuntime): AuthMiddleware {
  return withAuth(staticAuthenticator(input, runtime), runtime.serverUrl);
}

/** The authenticator behind {@link staticAuth}. */
export function staticAuthenticator(input: McpAuthInput, runtime: AuthRuntime): Authenticator {
  const config = parseAuthConfig(input, { serverId: runtime.serverId });
  if (config.mode === "oauth2")
    throw new ConfigError({
      pointer: "/auth/mode",
      problem: 'no secret is declared for "oauth2": make it with oauthAuth, which has a store and a sender.',
      serverId: runtime.serverId,
    });
  const credential = credentialOf(config, runtime.serverId);
  const now = runtime.clock?.now ?? systemClock().now;
  const expiresAt = config.mode === "oauth" ? config.expiresAt : undefined;
  let rejected: { readonly secret: string; readonly until: number; readonly error: McpAuthError } | undefined;
  const failed = (): boolean => rejected !== undefined && now() < rejected.until;

  const refusal = (status: number): McpAuthError => {
    const expired = expiresAt !== undefined && expiresAt <= now();
    return new McpAuthError({
      authCode: expired ? "token_expired" : "credentials_rejected",
      message: expired
        ? `The access token for ${nameOf(runtime)} has expired (HTTP ${status}). Replace it in \`auth\`.`
        : `The server ${nameOf(runtime)} refused the credentials (HTTP ${status}). Check the secret in \`auth\`, and what it may do.`,
      phase: "resource",
      retry: "never",
      serverId: runtime.serverId,
      httpStatus: status,
      outcome: "not-sent",
    });
  };
  return {
    async apply(request): Promise<AppliedAuth> {
      if (credential === undefined) return { request, secrets: [] };
      const secret = await resolveSecret(credential.secret, runtime, runtime.serverId);
      if (rejected !== undefined && failed() && rejected.secret === secret) throw again(rejected.error);
      return { request: credential.put(request, secret), secrets: [secret] };
    },
    async refused(applied, response) {
      if (response.status === 403) return forbidden(runtime, response) ?? refusal(403);
      const error = credential === undefined ? required(runtime) : refusal(401);
      const [secret = ""] = applied.secrets;
      rejected = { secret, until: now() + rejectedForMs, error };
      return error;
    },
    status: () => statusOf(credential, failed() ? rejected?.error : undefined),
  };
}

function statusOf(credential: Credential | undefined, error: McpAuthError | undefined): AuthStatus {
  if (error !== undefined) return { state: "failed", lastError: error.authCode };
  return { state: credential === undefined ? "none" : "static" };
}

/** A fresh error for a request that was not even sent: without the status of the one that was. */
function again(error: McpAuthError): McpAuthError {
  return new McpAuthError({
    authCode: error.authCode,
    message: error.message,
    phase: "apply",
    retry: "never",
    serverId: error.serverId,
    outcome: "not-sent",
    cause: error,
  });
}

function required(runtime: AuthRuntime): McpAuthError {
  return new McpAuthError({
    authCode: "auth_required",
    message: `The server ${nameOf(runtime)} asks for authorization (HTTP 401), and \`auth\` says that there is none.`,
    phase: "resource",
    retry: "after-user",
    serverId: runtime.serverId,
    httpStatus: 401,
    outcome: "not-sent",
  });
}

/** RFC 6750 3.1: the token is good, but not for this. */
function forbidden(runtime: AuthRuntime, response: HttpResponse): McpAuthError | undefined {
  const { error, scope = [] } = bearerChallenge(response.headers["www-authenticate"]);
  if (error !== "insufficient_scope") return undefined;
  return new McpAuthError({
    authCode: "insufficient_scope",
    message: `The credentials for ${nameOf(runtime)} do not cover this request (HTTP 403). Use ones with the scope it asks for.`,
    phase: "resource",
    retry: "after-user",
    serverId: runtime.serverId,
    httpStatus: 403,
    requiredScope: scope,
    outcome: "not-sent",
  });
}

function nameOf({ serverId, serverUrl }: AuthRuntime): string {
  return serverId ?? serverUrl.host;
}
