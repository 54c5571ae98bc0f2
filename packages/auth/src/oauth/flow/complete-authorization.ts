import type { OAuth2Config } from "../../config/oauth2-config.ts";
import { oauthContext } from "../oauth-context.ts";
import type { OAuthRuntime } from "../oauth-runtime.ts";
import { readRecord, recordKeys } from "../record-store.ts";
import { createTokenVault } from "../token/token-vault.ts";
import { finishFlow, staleState } from "./finish-flow.ts";
import type { FlowRecord } from "./flow-record.ts";

/** What a login is finished with, wherever its answer arrives. */
export interface CompletionRuntime
  extends Pick<OAuthRuntime, "store" | "send" | "clock" | "onEvent" | "timing" | "env" | "file"> {
  /** Who the browser's session belongs to: an answer to somebody else's login is refused. */
  readonly principal?: string | undefined;
  /** The server's `auth`, for clients that were declared. */
  readonly declaration?: ((serverId: string) => OAuth2Config | undefined) | undefined;
}

/** A login that waits for a person. */
export interface PendingAuthorization {
  /** Where to send the browser. */
  readonly url: URL;
  readonly serverId: string;
  readonly principal: string;
  readonly issuer: string;
  readonly scope: readonly string[];
  readonly reason: FlowRecord["reason"];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The login behind the `resumeToken` of an `interaction_required`; `undefined` where it is over. */
export async function pendingAuthorization(
  resumeToken: string,
  runtime: Pick<CompletionRuntime, "store" | "send" | "clock">,
): Promise<PendingAuthorization | undefined> {
  const flow = await findFlow(resumeToken, runtime);
  if (flow === undefined) return undefined;
  const { serverId, principal, issuer, scope, reason, expiresAt } = flow;
  return { url: new URL(flow.url), serverId, principal, issuer, scope, reason, expiresAt };
}

/**
 * Finishes a login from its redirect, in any process that shares the store: the tokens are there for the next call
 * of that principal, wherever it runs.
 *
 * @throws McpAuthError `state_mismatch` (unknown, used, too old, or another principal's), `issuer_mismatch`,
 * `interaction_declined`, and those of the token endpoint.
 */
export async function completeAuthorization(
  callback: URL | URLSearchParams,
  runtime: CompletionRuntime,
): Promise<PendingAuthorization> {
  const params = callback instanceof URL ? callback.searchParams : callback;
  const state = params.get("state") ?? "";
  const pending = await pendingAuthorization(state, runtime);
  const flow = await findFlow(state, runtime);
  const foreign = runtime.principal !== undefined && flow?.principal !== runtime.principal;
  if (pending === undefined || flow === undefined || foreign)
    throw staleState({ serverId: flow?.serverId ?? "" });
  const { serverId, principal } = flow;
  const context = oauthContext(runtime.declaration?.(serverId) ?? { mode: "oauth2" }, {
    ...runtime,
    serverUrl: new URL(flow.serverUrl),
    serverId,
    principal,
  });
  const vault = createTokenVault(context);
  await vault.load();
  await finishFlow(context, vault, flow, params);
  return pending;
}

function findFlow(
  state: string,
  runtime: Pick<CompletionRuntime, "store" | "send" | "clock">,
): Promise<FlowRecord | undefined> {
  const nowhere = { ...runtime, serverUrl: new URL("https://invalid.invalid"), serverId: "" };
  const context = oauthContext({ mode: "oauth2" }, nowhere);
  return readRecord<FlowRecord>(context, recordKeys.flow(state)).then((found) => found?.value);
}
