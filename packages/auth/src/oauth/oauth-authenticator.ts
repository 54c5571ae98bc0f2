import type { Authenticator, AuthStatus } from "../authenticator.ts";
import { bearerChallenge } from "../challenge/bearer-challenge.ts";
import type { OAuth2Config } from "../config/oauth2-config.ts";
import { parseAuthConfig } from "../config/parse-auth-config.ts";
import { type AuthMiddleware, withAuth } from "../with-auth.ts";
import { askServer } from "./ask-server.ts";
import { oauthContext } from "./oauth-context.ts";
import type { OAuthRuntime } from "./oauth-runtime.ts";
import { revokeTokens } from "./revoke-tokens.ts";
import { tokenAge } from "./token/token-age.ts";
import { createTokenKeeper } from "./token-keeper.ts";

/** OAuth at one server, for one principal. */
export interface OAuthAuthenticator extends Authenticator {
  prepare: NonNullable<Authenticator["prepare"]>;
  /**
   * Ends the login: tells the authorization server (RFC 7009), and forgets the tokens whatever it says. True where it
   * was told.
   */
  revoke(signal?: AbortSignal): Promise<boolean>;
}

/**
 * Authorizes with OAuth as a middleware.
 *
 * @throws ConfigError where the declaration is wrong. Requests reject with McpAuthError; see the README for its codes.
 */
export function oauthAuth(config: OAuth2Config, runtime: OAuthRuntime): AuthMiddleware {
  return withAuth(oauthAuthenticator(config, runtime), runtime.serverUrl);
}

/** The authenticator behind {@link oauthAuth}. Nothing is sent before a request needs it. */
export function oauthAuthenticator(config: OAuth2Config, runtime: OAuthRuntime): OAuthAuthenticator {
  parseAuthConfig(config, { serverId: runtime.serverId });
  const context = oauthContext(config, runtime);
  const keeper = createTokenKeeper(context);
  const { vault, source } = keeper;
  const asksPeople =
    config.grant?.type !== "client_credentials" &&
    config.interactive !== false &&
    context.interaction !== undefined;

  const authenticator: OAuthAuthenticator = {
    async apply(request) {
      const record = await keeper.usable(request.signal);
      if (record === undefined) return { request, secrets: [] };
      const headers = { ...request.headers, authorization: `Bearer ${record.accessToken}` };
      const secrets = [record.accessToken, record.refreshToken].filter((one) => one !== undefined);
      return { request: { ...request, headers }, secrets, generation: record.generation };
    },
    refused(applied, response) {
      const challenge = bearerChallenge(response.headers["www-authenticate"]);
      return response.status === 403
        ? keeper.forbidden(applied, challenge)
        : keeper.unauthorized(applied, challenge);
    },
    async prepare(send, signal) {
      if (!asksPeople || (await vault.load(signal)) !== undefined) return;
      const said = await askServer(context, send, signal);
      if (said?.response.status !== 401) return;
      const { method, url, headers } = said.request;
      const request = { method, url, headers, ...(signal === undefined ? {} : { signal }) };
      const verdict = await authenticator.refused({ request, secrets: [] }, said.response);
      if (verdict !== "retry") throw verdict;
    },
    async revoke(signal) {
      const record = await vault.load(signal);
      if (record === undefined) return false;
      try {
        const hint = { metadataUrl: vault.binding()?.metadataUrl, protocolVersion: undefined };
        const discovery = await source.discovery(hint, false);
        return discovery.issuer === record.issuer && (await revokeTokens(context, discovery, record, signal));
      } finally {
        await vault.forget();
        context.emit("revoked", { issuer: record.issuer });
      }
    },
    status(): AuthStatus {
      const record = vault.current();
      const { lastError, running, nextRetryAt } = keeper;
      const facts = {
        ...(lastError === undefined ? {} : { lastError: lastError.authCode }),
        ...(nextRetryAt === undefined ? {} : { nextRetryAt }),
      };
      if (record === undefined) return { state: withoutTokens(keeper), ...facts };
      const { issuer, scope, expiresAt, refreshToken } = record;
      const refreshable = refreshToken !== undefined || config.grant?.type === "client_credentials";
      const over = tokenAge(context, record) === "expired" && !refreshable;
      return {
        state: running
          ? "refreshing"
          : over
            ? "needs-user"
            : lastError?.retry === "never"
              ? "failed"
              : "ready",
        issuer,
        scope,
        refreshable,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...facts,
      };
    },
  };
  return authenticator;
}

function withoutTokens({
  lastError,
  running,
}: Pick<ReturnType<typeof createTokenKeeper>, "lastError" | "running">): AuthStatus["state"] {
  if (lastError?.authCode === "interaction_declined") return "denied";
  if (lastError?.retry === "never" && !running) return "failed";
  return "needs-user";
}
