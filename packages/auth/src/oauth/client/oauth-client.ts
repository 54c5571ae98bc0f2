import type { ClientAuth } from "../../config/oauth2-config.ts";

/** The client at one authorization server. */
export interface OAuthClient {
  readonly kind: "pre-registered" | "cimd" | "dcr";
  readonly clientId: string;
  readonly auth: ClientAuth;
}

/** A dynamically registered client, as it is stored: for one principal, server and issuer (MCP: never for another). */
export interface ClientRecord {
  readonly v: 1;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly secretExpiresAt?: number | undefined;
  readonly method: "none" | "client_secret_basic" | "client_secret_post";
  readonly redirectUris: readonly string[];
  readonly scope: readonly string[];
}

/** A stored registration as a client. */
export function registeredClient({ clientId, method, secret }: ClientRecord): OAuthClient {
  const auth: ClientAuth =
    method === "none" || secret === undefined ? { method: "none" } : { method, secret };
  return { kind: "dcr", clientId, auth };
}
