import { isolateHandler, systemClock } from "@x/mcp-core";
import type { OAuth2Config } from "../config/oauth2-config.ts";
import type { OAuthContext, OAuthRuntime } from "./oauth-runtime.ts";

/** Fills in what was not given. */
export function oauthContext(config: OAuth2Config, runtime: OAuthRuntime): OAuthContext {
  const clock = runtime.clock ?? systemClock();
  const principal = runtime.principal ?? "default";
  const serverId = runtime.serverId ?? runtime.serverUrl.host;
  const { timing = {} } = runtime;
  const onEvent = runtime.onEvent && isolateHandler(runtime.onEvent);
  return {
    ...runtime,
    config,
    clock,
    principal,
    serverId,
    server: resourceOf(runtime.serverUrl),
    timing: {
      requestTimeoutMs: timing.requestTimeoutMs ?? 10_000,
      interactionTimeoutMs: timing.interactionTimeoutMs ?? 300_000,
      lockLeaseMs: timing.lockLeaseMs ?? 30_000,
      lockWaitMs: timing.lockWaitMs ?? 60_000,
    },
    emit(type, facts = {}) {
      onEvent?.({ type, serverId, principal, at: clock.now(), ...facts });
    },
  };
}

/**
 * The canonical URI of an MCP server (MCP basic/authorization, RFC 8707 2): without query and fragment, and without
 * the slash that `URL` puts behind a bare origin.
 */
export function resourceOf({ origin, pathname }: URL): string {
  return pathname === "/" ? origin : `${origin}${pathname}`;
}
