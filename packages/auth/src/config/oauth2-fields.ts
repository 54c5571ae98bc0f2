import { type DeclarationField, type DeclarationFields, oneOfWords } from "@x/mcp-core";

const clientMethods = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];
const algorithms = ["ES256", "ES384", "PS256", "RS256", "EdDSA"];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** MCP basic/authorization/client-registration: an https URL with a path. */
function isDocumentUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, pathname, hash, username } = new URL(value);
  return protocol === "https:" && pathname !== "/" && hash === "" && username === "";
}

function authProblem(auth: unknown): string | undefined {
  if (auth === undefined) return undefined;
  if (!isRecord(auth) || !clientMethods.includes(String(auth.method)))
    return `\`auth.method\` of a client is one of ${clientMethods.join(", ")}.`;
  if (auth.method === "none") return undefined;
  const needed = auth.method === "private_key_jwt" ? "key" : "secret";
  if (auth[needed] === undefined) return `\`auth\` of a client with ${auth.method} needs \`${needed}\`.`;
  if (needed === "key" && !algorithms.includes(String(auth.alg)))
    return `\`auth.alg\` is one of ${algorithms.join(", ")}.`;
  return undefined;
}

function clientProblem(client: unknown): string | undefined {
  if (!isRecord(client)) return "expected each client as an object with `kind`.";
  if (client.kind === "pre-registered" && (typeof client.clientId !== "string" || client.clientId === ""))
    return "a pre-registered client needs `clientId`.";
  if (client.kind === "cimd" && !isDocumentUrl(client.url))
    return "a client ID metadata document needs `url`: https, with a path.";
  if (client.kind !== "pre-registered" && client.kind !== "cimd" && client.kind !== "dcr")
    return 'the `kind` of a client is "pre-registered", "cimd" or "dcr".';
  return client.kind === "dcr" ? undefined : authProblem(client.auth);
}

const clients: DeclarationField = {
  type: "any",
  example: '[{ kind: "dcr", clientName: "My agent" }]',
  problem(value: unknown) {
    if (!Array.isArray(value) || value.length === 0) return "expected a list of clients.";
    return value.map(clientProblem).find((problem) => problem !== undefined);
  },
};

const redirect: DeclarationField = {
  type: "object",
  example: '{ kind: "loopback" }',
  fields: {
    kind: { ...oneOfWords("loopback", "hosted", "manual-paste"), required: true },
    host: oneOfWords("127.0.0.1", "[::1]", "localhost"),
    port: { type: "positive", example: "8976" },
    path: {
      type: "string",
      example: '"/callback"',
      problem: (value: string) => (value.startsWith("/") ? undefined : "a path begins with a slash."),
    },
    url: { type: "string", example: '"https://app.example.com/oauth/callback"' },
  },
  problem(value: { readonly kind: string; readonly url?: string }) {
    if (value.kind === "loopback") return undefined;
    return value.url !== undefined && URL.canParse(value.url)
      ? undefined
      : `a redirect of the kind "${value.kind}" needs \`url\`.`;
  },
};

/** The keys of {@link OAuth2Config}. */
export const oauth2Fields: DeclarationFields = {
  clients,
  grant: {
    type: "object",
    example: '{ type: "client_credentials" }',
    fields: { type: { ...oneOfWords("authorization_code", "client_credentials"), required: true }, redirect },
  },
  authorizationServer: {
    type: "object",
    example: '{ issuers: ["https://auth.example.com"] }',
    fields: {
      issuers: { type: "strings", example: '["https://auth.example.com"]' },
      metadata: { type: "object", example: '{ token_endpoint: "https://auth.example.com/token" }' },
    },
  },
  scope: {
    type: "object",
    example: '{ initial: ["read"] }',
    fields: {
      initial: { type: "strings", example: '["read"]' },
      max: { type: "strings", example: '["read", "write"]' },
      offlineAccess: oneOfWords("auto", "never"),
      stepUp: oneOfWords("auto", "ask", "never"),
    },
  },
  resource: {
    type: "string",
    example: '"https://mcp.example.com/mcp"',
    problem: (value: string) =>
      URL.canParse(value) && !value.includes("#") ? undefined : "a resource is a URL without a fragment.",
  },
  refresh: {
    type: "object",
    example: "{ aheadMs: 60000 }",
    fields: {
      aheadMs: { type: "positive", example: "60000" },
      background: { type: "boolean", example: "false" },
      afterCrash: oneOfWords("ask-server", "login", "retry-once"),
    },
  },
  compat: {
    type: "object",
    example: '{ issuerSlash: "either" }',
    fields: {
      legacyEndpoints: { type: "boolean", example: "true" },
      pkceAllowList: { type: "strings", example: '["https://auth.example.com"]' },
      parentResource: oneOfWords("refuse", "same-origin-prefix"),
      issuerSlash: oneOfWords("strict", "either"),
      metadataOrigins: { type: "strings", example: '["https://meta.example.com"]' },
      authorizationHosts: { type: "strings", example: '["login.example.com"]' },
      basicEncoding: oneOfWords("form", "raw"),
    },
  },
  interactive: { type: "boolean", example: "false" },
};
