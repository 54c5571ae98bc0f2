import type { SecretInput } from "../secret/secret-input.ts";
import type { OAuth2Config } from "./oauth2-config.ts";

/** Where an API key goes. */
export type ApiKeyPlacement =
  | { readonly in: "header"; readonly name: string; readonly prefix?: string }
  /** Seen by everything that logs URLs: only where the server knows no other way. */
  | { readonly in: "query"; readonly name: string };

/** How to authorize at one server: the normal form of every spelling that {@link parseAuthConfig} takes. */
export type McpAuthConfig = StaticAuthConfig | OAuth2Config;

/** The ways with a secret that is simply there. */
export type StaticAuthConfig =
  | { readonly mode: "none" }
  | { readonly mode: "bearer"; readonly token: SecretInput }
  | { readonly mode: "api-key"; readonly key: SecretInput; readonly placement: ApiKeyPlacement }
  | { readonly mode: "basic"; readonly username: string; readonly password: SecretInput }
  /** A token in a header of choice (default `Authorization`), behind a scheme where one is given. */
  | {
      readonly mode: "api-token";
      readonly token: SecretInput;
      readonly headerName?: string;
      readonly scheme?: string;
    }
  /** An access token somebody else got. It is never refreshed. */
  | {
      readonly mode: "oauth";
      readonly accessToken: SecretInput;
      /** Default `Bearer`. */
      readonly tokenType?: string;
      /** Milliseconds since the epoch; tells an expired token from a refused one. */
      readonly expiresAt?: number;
    };

/** The same in the words of a harness. */
export type HarnessAuthConfig =
  | { readonly kind: "none" }
  | { readonly kind: "bearer"; readonly token: SecretInput }
  | { readonly kind: "oauth2"; readonly accessToken: SecretInput }
  | { readonly kind: "api_key"; readonly header: string; readonly value: SecretInput }
  | { readonly kind: "basic"; readonly username: string; readonly password: SecretInput };

/** Every spelling. */
export type McpAuthInput = McpAuthConfig | HarnessAuthConfig;
