import { createHash, randomUUID } from "node:crypto";
import { type Answer, type ScriptedHttp, type SeenRequest, startScriptedHttp } from "./scripted-http.ts";

interface Grant {
  readonly id: string;
  readonly scope: string;
  readonly resource: string | null;
  readonly clientId: string;
  readonly subject: string;
  revoked: boolean;
}

/** An MCP server and its authorization server, strict where real ones are: rotation, reuse detection, PKCE, redirects. */
export interface OAuthWorld extends AsyncDisposable {
  readonly http: ScriptedHttp;
  readonly serverUrl: URL;
  readonly issuer: string;
  /** Merged over what is published. */
  readonly metadata: Record<string, unknown>;
  readonly resourceMetadata: Record<string, unknown>;
  /** Merged over each token response. */
  readonly tokenExtras: Record<string, unknown>;
  /** The scope that the MCP server demands. */
  demanded: string;
  /** Every access token so far is refused from now on. */
  expireAll(): void;
  /** By grant type. */
  tokenRequests(grantType?: string): readonly SeenRequest[];
  readonly grants: readonly Grant[];
  /** Whether each refresh gives another refresh token, and reuse of the old one ends the grant. Default true. */
  rotates: boolean;
  /** Refresh tokens that were shown more than once. */
  reused: number;
  /** The `sub` of whoever logs in next. */
  subject: string;
  /** What a person's browser does: follows the login to where it leads. */
  browse(url: URL): Promise<URL>;
}

/** Starts one. The MCP server answers a GET or POST of `/mcp` with who asked. */
export async function startOAuthWorld(): Promise<OAuthWorld> {
  const http = await startScriptedHttp();
  const { origin, routes } = http;
  const grants: Grant[] = [];
  const codes = new Map<
    string,
    { readonly grant: Grant; readonly challenge: string; readonly redirectUri: string }
  >();
  const access = new Map<string, Grant>();
  const refresh = new Map<string, { readonly grant: Grant; used: boolean }>();
  const clients = new Map<string, readonly string[]>();
  const world: OAuthWorld = {
    http,
    serverUrl: new URL(`${origin}/mcp`),
    issuer: origin,
    metadata: {},
    resourceMetadata: {},
    tokenExtras: {},
    demanded: "",
    expireAll: () => access.clear(),
    tokenRequests: (type) =>
      http.requests.filter(
        ({ path, form }) => path === "/token" && (type === undefined || form.get("grant_type") === type),
      ),
    grants,
    rotates: true,
    reused: 0,
    subject: "alice",
    async browse(url) {
      const answer = await fetch(url, { redirect: "manual" });
      return new URL(answer.headers.get("location") ?? "", url);
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };

  const tokens = (grant: Grant, refreshToken = `rt-${randomUUID()}`): Answer => {
    const accessToken = `at-${randomUUID()}`;
    access.set(accessToken, grant);
    refresh.set(refreshToken, { grant, used: false });
    const usual = { token_type: "bearer", expires_in: 3600, scope: grant.scope };
    return {
      json: { access_token: accessToken, refresh_token: refreshToken, ...usual, ...world.tokenExtras },
    };
  };
  const refused = (error: string): Answer => ({ status: 400, json: { error, error_description: "as told" } });

  const machine = (form: URLSearchParams): Answer => {
    const scope = form.get("scope") ?? "";
    const facts = { id: randomUUID(), scope, resource: form.get("resource"), revoked: false };
    return tokens({ ...facts, clientId: form.get("client_id") ?? "", subject: "machine" });
  };
  const rotated = (form: URLSearchParams): Answer => {
    const found = refresh.get(form.get("refresh_token") ?? "");
    if (found === undefined || found.grant.revoked) return refused("invalid_grant");
    if (found.used) {
      world.reused += 1;
      found.grant.revoked = true;
      return refused("invalid_grant");
    }
    if (!world.rotates) return tokens(found.grant, form.get("refresh_token") ?? "");
    found.used = true;
    return tokens(found.grant);
  };
  const redeemed = (form: URLSearchParams): Answer => {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const fits = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    return code !== undefined && fits ? tokens(code.grant) : refused("invalid_grant");
  };

  routes.set("/.well-known/oauth-protected-resource/mcp", () => ({
    json: { resource: `${origin}/mcp`, authorization_servers: [world.issuer], ...world.resourceMetadata },
  }));
  routes.set("/.well-known/oauth-authorization-server", () => ({
    json: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      ...world.metadata,
    },
  }));
  routes.set("/register", ({ body }) => {
    const { redirect_uris } = JSON.parse(body) as { readonly redirect_uris: readonly string[] };
    const clientId = randomUUID();
    clients.set(clientId, redirect_uris);
    return { status: 201, json: { client_id: clientId, redirect_uris } };
  });
  routes.set("/authorize", ({ query }) => {
    const redirectUri = query.get("redirect_uri") ?? "";
    const clientId = query.get("client_id") ?? "";
    if (clients.get(clientId)?.includes(redirectUri) !== true)
      return { status: 400, text: "invalid redirect" };
    const { subject } = world;
    const facts = {
      id: randomUUID(),
      scope: query.get("scope") ?? "",
      resource: query.get("resource"),
      revoked: false,
    };
    const grant = { ...facts, clientId, subject };
    grants.push(grant);
    const code = `code-${randomUUID()}`;
    codes.set(code, { grant, challenge: query.get("code_challenge") ?? "", redirectUri });
    const location = new URL(redirectUri);
    const answer = { code, state: query.get("state") ?? "", iss: world.issuer };
    for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
    return { status: 302, headers: { location: location.href, connection: "close" } };
  });
  routes.set("/token", ({ form }) => {
    switch (form.get("grant_type")) {
      case "client_credentials":
        return machine(form);
      case "refresh_token":
        return rotated(form);
      default:
        return redeemed(form);
    }
  });
  // Published by the tests that want it.
  routes.set("/introspect", ({ form }) => {
    const found = refresh.get(form.get("token") ?? "");
    return { json: { active: found !== undefined && !found.used && !found.grant.revoked } };
  });
  routes.set("/revoke", ({ form }) => {
    const grant = refresh.get(form.get("token") ?? "")?.grant ?? access.get(form.get("token") ?? "");
    if (grant !== undefined) grant.revoked = true;
    return 200;
  });
  routes.set("/mcp", ({ headers }) => {
    const grant = access.get(headers.authorization?.replace("Bearer ", "") ?? "");
    const hint = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    if (grant === undefined || grant.revoked)
      return { status: 401, headers: { "www-authenticate": `Bearer ${hint}` } };
    const has = grant.scope.split(" ");
    if (world.demanded.split(" ").every((one) => one === "" || has.includes(one)))
      return { json: { subject: grant.subject, scope: grant.scope } };
    const challenge = `Bearer error="insufficient_scope", scope="${world.demanded}", ${hint}`;
    return { status: 403, headers: { "www-authenticate": challenge } };
  });
  return world;
}
