import type { JsonObject } from "@x/mcp-core";
import type { SecretInput } from "../secret/secret-input.ts";

/** How a client proves who it is at the token endpoint (RFC 6749 2.3, RFC 7523). */
export type ClientAuth =
  | { readonly method: "none" }
  | { readonly method: "client_secret_basic" | "client_secret_post"; readonly secret: SecretInput }
  | {
      readonly method: "private_key_jwt";
      /** A private key in PKCS #8 PEM, or as a JWK in JSON. */
      readonly key: SecretInput;
      readonly alg: "ES256" | "ES384" | "PS256" | "RS256" | "EdDSA";
      readonly kid?: string;
    };

/** Who the client is. Where several are given, the first kind that the authorization server takes is used. */
export type ClientIdentity =
  | {
      readonly kind: "pre-registered";
      readonly clientId: string;
      /** The only server it is shown to. Without it: the first that the MCP server names, for ever after. */
      readonly issuer?: string;
      /** Default: none, a public client. */
      readonly auth?: ClientAuth;
    }
  /** A Client ID Metadata Document: an https URL at which the client describes itself. */
  | {
      readonly kind: "cimd";
      readonly url: string;
      readonly auth?: Extract<ClientAuth, { method: "none" | "private_key_jwt" }>;
    }
  /** Dynamic registration (RFC 7591). */
  | {
      readonly kind: "dcr";
      /** What people are shown. Default `MCP client`. */
      readonly clientName?: string;
      /** Default: `native` for loopback redirects, else `web`. */
      readonly applicationType?: "native" | "web";
      readonly softwareId?: string;
    };

/** Where the answer of the authorization server arrives. */
export type RedirectPolicy =
  /** A listener of ours on this machine (RFC 8252 7.3), for the time of one login. */
  | {
      readonly kind: "loopback";
      /** Default `127.0.0.1`. */
      readonly host?: "127.0.0.1" | "[::1]" | "localhost";
      /** Default: the one that was registered, else a free one. */
      readonly port?: number;
      /** Default `/callback`. */
      readonly path?: string;
    }
  /** A route of a web application, which calls `completeAuthorization`, in whatever process. */
  | { readonly kind: "hosted"; readonly url: string }
  /** A page the person copies its address from. */
  | { readonly kind: "manual-paste"; readonly url: string };

/** How tokens are got. */
export type OAuthGrant =
  | { readonly type: "authorization_code"; readonly redirect?: RedirectPolicy }
  | { readonly type: "client_credentials" };

/** Departures from strictness, each by name. */
export interface OAuthCompat {
  /** Guess `/authorize`, `/token` and `/register` where nothing is published (MCP 2025-03-26 alone). */
  readonly legacyEndpoints?: boolean;
  /** Issuers that do PKCE without saying so in their metadata. */
  readonly pkceAllowList?: readonly string[];
  /** Accept metadata for a parent path of the server's URL, on the same origin. Default `refuse`. */
  readonly parentResource?: "refuse" | "same-origin-prefix";
  /** Accept an issuer that differs by one slash at its end. Default `strict`. */
  readonly issuerSlash?: "strict" | "either";
  /** Other origins that `resource_metadata` may name. */
  readonly metadataOrigins?: readonly string[];
  /** Hosts beside the issuer's own at which people may be asked to log in. */
  readonly authorizationHosts?: readonly string[];
  /** `raw`: HTTP Basic without the form encoding of RFC 6749 2.3.1. Default `form`. */
  readonly basicEncoding?: "form" | "raw";
}

/** OAuth as MCP has it: discovery, a client, a grant. Plain data, but for secrets that are functions. */
export interface OAuth2Config {
  readonly mode: "oauth2";
  /** Default: `[{ kind: "dcr" }]`. */
  readonly clients?: readonly ClientIdentity[];
  /** Default: `authorization_code` with a loopback redirect. */
  readonly grant?: OAuthGrant;
  readonly authorizationServer?: {
    /** The only ones that are used, in this order. */
    readonly issuers?: readonly string[];
    /** Used instead of what the issuer publishes. */
    readonly metadata?: JsonObject;
  };
  readonly scope?: {
    /** Asked for where the server does not say what it needs. Default: what its metadata lists. */
    readonly initial?: readonly string[];
    /** Nothing else is ever asked for. */
    readonly max?: readonly string[];
    /** Ask for `offline_access` where the authorization server lists it. Default `auto`. */
    readonly offlineAccess?: "auto" | "never";
    /** What happens when a call needs more. Default `auto`: it is asked for. */
    readonly stepUp?: "auto" | "ask" | "never";
  };
  /** Default: what the server's metadata says, which must fit its URL. */
  readonly resource?: string;
  readonly refresh?: {
    /** How long before expiry. Default: a tenth of the life of the token, at least 60,000, at most half its life. */
    readonly aheadMs?: number;
    /** Refresh ahead while calls go on with the old token. Default true. */
    readonly background?: boolean;
    /**
     * What happens when a process died in mid-refresh, so that its refresh token may be used up. Default
     * `ask-server`: it is shown again where the server says that it is good (RFC 7662) or left it in force at the last
     * refresh; else a person logs in, since servers that detect reuse end the grant. `login`: the server is not asked.
     * `retry-once`: shown once more where nothing is known, for servers with a grace period.
     */
    readonly afterCrash?: "ask-server" | "login" | "retry-once";
  };
  readonly compat?: OAuthCompat;
  /** False: nobody is asked; a request that needs a person fails with `interaction_required`. Default true. */
  readonly interactive?: boolean;
}
