import { abortable, type McpAuthError } from "@x/mcp-core";
import type { RedirectPolicy } from "../../config/oauth2-config.ts";
import { type LoopbackListener, openLoopbackListener } from "../../interaction/loopback-listener.ts";
import { registration, resolveClient } from "../client/resolve-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import type { TokenVault } from "../token/token-vault.ts";
import { askPerson } from "./ask-person.ts";
import { beginFlow, requirePkce } from "./begin-flow.ts";
import { finishFlow } from "./finish-flow.ts";
import type { FlowRecord } from "./flow-record.ts";

/** A login that is needed. */
export interface LoginNeed {
  readonly discovery: Discovery;
  readonly scope: readonly string[];
  readonly reason: FlowRecord["reason"];
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** Register the client again. */
  readonly renewClient?: boolean;
  /** What ended the login before. */
  readonly because?: McpAuthError | undefined;
}

/**
 * Gets tokens by the authorization code grant with PKCE (RFC 6749 4.1, RFC 7636).
 *
 * @throws McpAuthError `interaction_required` where nobody can be asked here; with a `resumeToken` where the login can
 * be finished elsewhere.
 */
export async function logIn(context: OAuthContext, vault: TokenVault, need: LoginNeed): Promise<void> {
  const { discovery, scope, reason } = need;
  requirePkce(context, discovery);
  const redirect = redirectOf(context);
  const asks = context.config.interactive !== false && context.interaction !== undefined;
  if (redirect.kind === "loopback" && !asks) throw personNeeded(context, need);
  await using listener =
    redirect.kind === "loopback" ? await listen(context, discovery.issuer, redirect) : undefined;
  const redirectUri = listener?.redirectUri ?? (redirect as { readonly url: string }).url;
  const client = await resolveClient(
    context,
    discovery,
    { redirectUri, scope, renew: need.renewClient ?? false },
    need.signal,
  );
  const flow = await beginFlow(context, { discovery, client, redirectUri, scope, reason });
  if (!asks) throw personNeeded(context, need, flow.state);
  context.emit("login-started", { issuer: discovery.issuer });
  const params = await askPerson(context, flow, listener, need.signal);
  if (params === undefined) throw personNeeded(context, need, flow.state);
  await abortable(finishFlow(context, vault, flow, params), need.signal, "A login");
}

function redirectOf({ config }: OAuthContext): RedirectPolicy {
  const { grant } = config;
  return (grant?.type === "authorization_code" ? grant.redirect : undefined) ?? { kind: "loopback" };
}

/** Before the client is registered, and kept until the end: nobody else can get the port in between. */
async function listen(
  context: OAuthContext,
  issuer: string,
  policy: Extract<RedirectPolicy, { kind: "loopback" }>,
): Promise<LoopbackListener> {
  const [registered] = (await registration(context, issuer))?.redirectUris ?? [];
  const port = registered === undefined ? 0 : Number(new URL(registered).port);
  try {
    return await openLoopbackListener(policy, port > 0 ? port : undefined);
  } catch (error) {
    throw oauthFailure(context, {
      authCode: "config_invalid",
      message: "The port for the answer of the login is taken. Declare another `redirect.port`, or none.",
      phase: "authorization",
      retry: "after-delay",
      cause: error,
    });
  }
}

function personNeeded(
  context: OAuthContext,
  { discovery: { issuer }, scope: requiredScope, because }: LoginNeed,
  resumeToken?: string,
): Error {
  const { host } = new URL(issuer);
  const again = because === undefined ? "" : " again, since the stored login is over (the cause says why)";
  return oauthFailure(context, {
    authCode: "interaction_required",
    message:
      resumeToken === undefined
        ? `A person has to log in at ${host}${again}, and nobody can be asked here. Give an \`interaction\`, or a hosted redirect.`
        : `A person has to log in at ${host}${again}. Send them to the URL of pendingAuthorization(error.resumeToken), then call again.`,
    phase: "authorization",
    retry: "after-user",
    issuer,
    requiredScope,
    ...(because === undefined ? {} : { cause: because }),
    ...(resumeToken === undefined ? {} : { resumeToken }),
  });
}
