import { abortable, McpAuthError } from "@x/mcp-core";
import type { AuthorizationAnswer } from "../../interaction/interaction-port.ts";
import type { LoopbackListener } from "../../interaction/loopback-listener.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { recordKeys, removeRecord } from "../record-store.ts";
import type { FlowRecord } from "./flow-record.ts";

/**
 * Shows the login to the person and waits for the answer, wherever it comes from first; `undefined` where they will
 * answer later. Whoever did not get an answer leaves no login behind.
 *
 * @throws McpAuthError `interaction_declined`, `interaction_timeout`, `aborted`.
 */
export async function askPerson(
  context: OAuthContext,
  flow: FlowRecord,
  listener: LoopbackListener | undefined,
  signal: AbortSignal,
): Promise<URLSearchParams | undefined> {
  const { interaction, timing, clock, serverId, principal } = context;
  const ended = new AbortController();
  const late = failure(context, flow, "interaction_timeout", "The person did not answer the login in time.");
  const stopTimer = clock.after(timing.interactionTimeoutMs, () => ended.abort(late));
  const onAbort = (): void => ended.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  const { issuer, scope, reason } = flow;
  const shown = async (): Promise<URLSearchParams | undefined> => {
    const answer = await interaction?.authorize({
      url: new URL(flow.url),
      serverId,
      principal,
      issuer,
      scope,
      reason,
      signal: ended.signal,
    });
    return settled(context, flow, answer, listener);
  };
  // Asked for first, so that an answer that is there at once finds us listening.
  const heard = listener?.answer(flow.state);
  try {
    const first = heard === undefined ? shown() : Promise.race([heard, shown()]);
    return await abortable(first, ended.signal, "A login");
  } catch (error) {
    await removeRecord(context, recordKeys.flow(flow.state));
    if (ended.signal.reason === late) throw late;
    if (error instanceof McpAuthError) throw error;
    throw signal.aborted
      ? failure(context, flow, "aborted", "Nobody waits for the login any more.")
      : failure(context, flow, "interaction_declined", "The login could not be shown to a person.", error);
  } finally {
    stopTimer();
    signal.removeEventListener("abort", onAbort);
    ended.abort();
  }
}

async function settled(
  context: OAuthContext,
  flow: FlowRecord,
  answer: AuthorizationAnswer | undefined,
  listener: LoopbackListener | undefined,
): Promise<URLSearchParams | undefined> {
  if (answer === undefined) return listener?.answer(flow.state);
  switch (answer.kind) {
    case "deferred":
      return undefined;
    case "declined":
      context.emit("login-declined", { issuer: flow.issuer });
      throw failure(context, flow, "interaction_declined", "The person declined the login.");
    case "callback":
      return paramsOf(answer.params);
  }
}

/** A pasted address, with or without what stands before its parameters. */
function paramsOf(given: URLSearchParams | URL | string): URLSearchParams {
  if (given instanceof URLSearchParams) return given;
  if (given instanceof URL) return given.searchParams;
  const text = given.trim();
  return URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams(text);
}

function failure(
  context: OAuthContext,
  { issuer }: FlowRecord,
  authCode: "interaction_timeout" | "interaction_declined" | "aborted",
  message: string,
  cause?: unknown,
): McpAuthError {
  return oauthFailure(context, {
    authCode,
    message: `${message} Call again to be asked again.`,
    phase: "authorization",
    retry: authCode === "aborted" ? "same-credentials" : "after-user",
    issuer,
    cause,
  });
}
