import type { McpAuthPhase } from "@x/mcp-core";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { isLoopbackHost } from "./loopback-host.ts";

const maxUrlLength = 8192;

/** What a URL from a stranger is for. */
export interface EndpointUse {
  /** Its name in the metadata. */
  readonly what: string;
  readonly phase: McpAuthPhase;
}

/**
 * Checks a URL that a server gave, before anything is sent or shown: https, or http on loopback where the MCP server
 * is on loopback itself; no user name, no fragment. By allow-list, so that no scheme has to be thought of
 * (MCP security best practices).
 *
 * @throws McpAuthError `unsafe_url`, `egress_blocked` or `metadata_invalid`.
 */
export function endpointUrl(context: OAuthContext, value: unknown, { what, phase }: EndpointUse): URL {
  const invalid = typeof value !== "string" || value.length > maxUrlLength || !URL.canParse(value);
  if (invalid)
    throw oauthFailure(context, {
      authCode: "metadata_invalid",
      message: `What was published for \`${what}\` is no URL. The operator of the server has to repair its metadata.`,
      phase,
      retry: "never",
    });
  const url = new URL(value);
  const loopback = isLoopbackHost(url.hostname);
  const unsafe = unsafeReason(url, loopback);
  if (unsafe !== undefined)
    throw oauthFailure(context, {
      authCode: "unsafe_url",
      message: `The URL published for \`${what}\` ${unsafe}, so it is not used. Only https is, without user name and fragment.`,
      phase,
      retry: "never",
    });
  if (loopback && !isLoopbackHost(context.serverUrl.hostname))
    throw oauthFailure(context, {
      authCode: "egress_blocked",
      message: `The URL published for \`${what}\` leads to this very machine, and the MCP server is elsewhere: it is not used.`,
      phase,
      retry: "never",
    });
  return url;
}

function unsafeReason(url: URL, loopback: boolean): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "has a scheme that is not https";
  if (url.protocol === "http:" && !loopback) return `is not encrypted (http://${url.host})`;
  if (url.username !== "" || url.password !== "") return "holds a user name or a password";
  return url.hash === "" ? undefined : "has a fragment";
}
