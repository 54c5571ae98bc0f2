import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, jwtVerify } from "jose";
import Provider from "oidc-provider";
import { type ScriptedHttp, startScriptedHttp } from "./scripted-http.ts";

/** A real authorization server with rotation and reuse detection, and an MCP server that takes its tokens. */
export interface OidcWorld extends AsyncDisposable {
  readonly serverUrl: URL;
  readonly issuer: string;
  /** The MCP server. */
  readonly http: ScriptedHttp;
  /** The bodies of requests to the token endpoint, by grant type. */
  count(grantType: string): number;
  /** Grants that were revoked, as reuse detection does. */
  readonly revoked: string[];
  /** The MCP server takes none of the tokens it has seen so far any more. */
  expireAll(): void;
  /** A headless browser: logs in as `alice` and consents to everything, up to the redirect of the client. */
  browse(url: URL): Promise<URL>;
}

export interface OidcWorldOptions {
  /** Clients that are registered beforehand, in the words of RFC 7591. */
  readonly clients?: readonly Readonly<Record<string, unknown>>[];
  /** Whether a client may ask what became of its tokens (RFC 7662). Default true. */
  readonly introspection?: boolean;
}

export async function startOidcWorld(options: OidcWorldOptions = {}): Promise<OidcWorld> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = await startScriptedHttp();
  const resource = `${http.origin}/mcp`;
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: "ES256", kid: "one", use: "sig" };
  const provider = new Provider(issuer, configuration(options, resource, jwk));
  const revoked: string[] = [];
  const grants: string[] = [];
  provider.on("grant.revoked", (_context: unknown, grantId: string) => revoked.push(grantId));
  for (const event of ["grant.success", "grant.error"])
    provider.on(event, (context: { readonly oidc: { readonly params?: { readonly grant_type?: string } } }) =>
      grants.push(context.oidc.params?.grant_type ?? ""),
    );
  server.on("request", provider.callback());

  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid: "one" }] });
  const seen = new Set<string>();
  const expired = new Set<string>();
  http.routes.set("/.well-known/oauth-protected-resource/mcp", () => ({
    json: { resource, authorization_servers: [issuer], scopes_supported: ["mcp:read"] },
  }));
  http.routes.set("/mcp", async ({ headers }) => {
    const token = headers.authorization?.replace("Bearer ", "") ?? "";
    const verified = await jwtVerify(token, keys, { issuer, audience: resource }).catch(() => undefined);
    seen.add(token);
    if (verified !== undefined && !expired.has(token))
      return { json: { subject: verified.payload.sub, scope: verified.payload.scope } };
    return { status: 401, headers: { "www-authenticate": "Bearer" } };
  });
  return {
    serverUrl: new URL(resource),
    issuer,
    http,
    revoked,
    count: (grantType) => grants.filter((one) => one === grantType).length,
    expireAll() {
      for (const token of seen) expired.add(token);
    },
    browse,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function configuration(
  { clients = [], introspection = true }: OidcWorldOptions,
  resource: string,
  jwk: JWK,
): Record<string, unknown> {
  const info = {
    scope: "mcp:read mcp:write",
    audience: resource,
    accessTokenTTL: 3600,
    accessTokenFormat: "jwt",
    jwt: { sign: { alg: "ES256" } },
  };
  return {
    clients,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    jwks: { keys: [jwk] },
    scopes: ["openid", "offline_access", "mcp:read", "mcp:write"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
    cookies: { keys: ["only-for-tests"] },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: async (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id }),
    }),
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: introspection },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async () => info,
        useGrantedResource: async () => true,
      },
    },
  };
}

/** Follows redirects with a jar of cookies, and fills in the two forms of the provider's own pages. */
async function browse(start: URL): Promise<URL> {
  const jar = new Map<string, string>();
  let url = start;
  let form: string | undefined;
  for (let hops = 0; hops < 20; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie, ...(form === undefined ? {} : type) },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get("location");
    if (location !== null) {
      const next = new URL(location, url);
      if (next.origin !== start.origin) return next;
      url = next;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined)
      throw new Error(`The login ended at HTTP ${answer.status}.`);
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, login: "alice", password: "any" }).toString();
  }
  throw new Error("The login does not end.");
}
