import type { JsonObject } from "@x/mcp-core";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { type OAuthReply, oauthRequest } from "../request/oauth-request.ts";

const maxDocumentBytes = 64 * 1024;

/** What is looked for, and how its absence is told from a fault. */
export interface DocumentRequest {
  readonly url: URL;
  readonly what: string;
  readonly protocolVersion: string | undefined;
  isAbsent(status: number): boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Gets a metadata document; `undefined` where there is none. A fault is never taken for absence: that would let
 * whoever can cause one choose what is believed instead.
 */
export async function fetchDocument(
  context: OAuthContext,
  { url, what, protocolVersion, isAbsent, signal }: DocumentRequest,
): Promise<JsonObject | undefined> {
  const reply = await oauthRequest(context, {
    method: "GET",
    url,
    phase: "discovery",
    unreachable: "discovery_failed",
    maxBytes: maxDocumentBytes,
    signal,
    headers: protocolVersion === undefined ? {} : { "mcp-protocol-version": protocolVersion },
  });
  if (isAbsent(reply.status)) return undefined;
  if (reply.status !== 200) throw faulty(context, url, what, reply);
  if (reply.json !== undefined) return reply.json;
  throw oauthFailure(context, {
    authCode: "metadata_invalid",
    message: `${what} at ${url.host} is no JSON object. The operator of the server has to repair it.`,
    phase: "discovery",
    retry: "never",
  });
}

function faulty(context: OAuthContext, url: URL, what: string, { status, headers }: OAuthReply): Error {
  const retryAfterMs = retryAfter(headers["retry-after"], context.clock.now());
  return oauthFailure(context, {
    authCode: "discovery_failed",
    message: `${what} could not be had from ${url.host} (HTTP ${status}). Nothing is guessed in its place; try again later.`,
    phase: "discovery",
    retry: status >= 500 || status === 429 ? "after-delay" : "never",
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** RFC 9110 10.2.3: seconds, or a date. At most an hour is believed. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}
