import type { JsonObject } from "@x/mcp-core";
import { scopeList } from "../../challenge/bearer-challenge.ts";
import { resourceOf } from "../oauth-context.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import { fetchDocument } from "./fetch-document.ts";
import { resourceMetadataUrls } from "./well-known-urls.ts";

/** RFC 9728 metadata of the MCP server, checked. */
export interface ProtectedResource {
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopesSupported: readonly string[];
  readonly metadataUrl: string;
}

/** Only these say "there is no such document". */
const absent: ReadonlySet<number> = new Set([404, 405, 410]);

/** What a refused request says about where to look. */
export interface ResourceHint {
  readonly metadataUrl: string | undefined;
  readonly protocolVersion: string | undefined;
}

/**
 * Finds the metadata of the MCP server: where its challenge says, else below its path, else at the root.
 * `undefined` where there is none and nothing said that there was.
 *
 * @throws McpAuthError `discovery_failed`, `metadata_invalid`, `resource_mismatch`, `unsafe_url`.
 */
export async function protectedResource(
  context: OAuthContext,
  hint: ResourceHint,
  signal?: AbortSignal,
): Promise<ProtectedResource | undefined> {
  const named = hint.metadataUrl === undefined ? undefined : hintedUrl(context, hint.metadataUrl);
  const urls = named === undefined ? resourceMetadataUrls(context.serverUrl) : [named];
  for (const url of urls) {
    const document = await fetchDocument(context, {
      url,
      what: "The metadata of the protected resource",
      protocolVersion: hint.protocolVersion,
      isAbsent: (status) => named === undefined && absent.has(status),
      signal,
    });
    if (document !== undefined) return read(context, document, url);
  }
  return undefined;
}

/** A document elsewhere could name any authorization server: it must be the MCP server's own, or declared. */
function hintedUrl(context: OAuthContext, value: string): URL {
  const url = endpointUrl(context, value, { what: "resource_metadata", phase: "discovery" });
  const trusted = [context.serverUrl.origin, ...(context.config.compat?.metadataOrigins ?? [])];
  if (trusted.includes(url.origin)) return url;
  throw oauthFailure(context, {
    authCode: "unsafe_url",
    message: `The server names metadata at another origin (${url.origin}). If that is meant, declare compat: { metadataOrigins: ["${url.origin}"] }.`,
    phase: "discovery",
    retry: "never",
  });
}

function read(context: OAuthContext, document: JsonObject, url: URL): ProtectedResource {
  const { resource, authorization_servers: issuers, scopes_supported: scopes = [] } = document;
  const isWell = typeof resource === "string" && isStrings(issuers) && isStrings(scopes);
  if (!isWell || (issuers.length === 0 && context.config.authorizationServer?.issuers === undefined))
    throw oauthFailure(context, {
      authCode: "metadata_invalid",
      message: `The metadata of the protected resource at ${url.host} lacks \`resource\` or \`authorization_servers\`, or they have the wrong type.`,
      phase: "discovery",
      retry: "never",
    });
  checkResource(context, resource, url);
  return {
    resource,
    issuers,
    scopesSupported: scopeList(scopes.join(" ")),
    metadataUrl: url.href,
  };
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** RFC 9728 3.3: metadata of another resource must not be used; a token for it would be for somebody else. */
function checkResource(context: OAuthContext, resource: string, url: URL): void {
  const { config, serverUrl } = context;
  if (config.resource === resource) return;
  // The document at the root is that of the origin, and says so (MCP: the last place to look).
  const atRoot = url.origin === serverUrl.origin && url.pathname === "/.well-known/oauth-protected-resource";
  if (atRoot && config.resource === undefined && [url.origin, `${url.origin}/`].includes(resource)) return;
  const parsed = URL.canParse(resource) ? new URL(resource) : undefined;
  if (parsed !== undefined && parsed.hash === "" && config.resource === undefined) {
    if (resourceOf(parsed) === context.server && ["", serverUrl.search].includes(parsed.search)) return;
    const path = parsed.pathname.endsWith("/") ? parsed.pathname : `${parsed.pathname}/`;
    const parent = parsed.origin === serverUrl.origin && serverUrl.pathname.startsWith(path);
    if (parent && config.compat?.parentResource === "same-origin-prefix") {
      context.emit("tolerated", { detail: "parentResource" });
      return;
    }
  }
  throw oauthFailure(context, {
    authCode: "resource_mismatch",
    message: `The server's metadata is for another resource than ${context.server}. Where it is for a parent path on the same origin, compat: { parentResource: "same-origin-prefix" } accepts it.`,
    phase: "discovery",
    retry: "never",
  });
}
