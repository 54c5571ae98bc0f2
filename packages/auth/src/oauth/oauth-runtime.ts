import type { Clock, HttpSend, KeyValueStore } from "@x/mcp-core";
import type { OAuth2Config } from "../config/oauth2-config.ts";
import type { InteractionPort } from "../interaction/interaction-port.ts";
import type { SecretReaders } from "../secret/secret-input.ts";
import type { AuthEvent } from "./auth-event.ts";

/** Time limits of OAuth. */
export interface OAuthTiming {
  /** Of each request to an authorization server. Default 10,000. */
  readonly requestTimeoutMs?: number;
  /** How long a person may take. Default 300,000. */
  readonly interactionTimeoutMs?: number;
  /** After so long a process that refreshes counts as dead. Default 30,000. */
  readonly lockLeaseMs?: number;
  /** How long a refresh of another process is waited for. Default 60,000. */
  readonly lockWaitMs?: number;
}

/** What OAuth at one server works with. */
export interface OAuthRuntime extends SecretReaders {
  /** Tokens go to its origin and nowhere else. */
  readonly serverUrl: URL;
  /** Named in errors and events. Default: the host. */
  readonly serverId?: string | undefined;
  /** For whom; nothing is shared between two of them. Default `default`. */
  readonly principal?: string | undefined;
  /** Tokens, registered clients and begun logins. Shared between processes, they refresh once. */
  readonly store: KeyValueStore;
  /**
   * Sends to authorization servers, which the MCP server names: it must refuse private addresses after DNS
   * resolution, and must not follow redirects. `undiciSend` of `@x/mcp-http` does both. There is no default.
   */
  readonly send: HttpSend;
  readonly clock?: Clock | undefined;
  /** How a person is asked. Without it nobody is. */
  readonly interaction?: InteractionPort | undefined;
  readonly onEvent?: ((event: AuthEvent) => void) | undefined;
  readonly timing?: OAuthTiming | undefined;
}

/** The runtime with its defaults, and the declaration it serves. */
export interface OAuthContext extends Omit<OAuthRuntime, "timing" | "onEvent"> {
  readonly config: OAuth2Config;
  readonly serverId: string;
  readonly principal: string;
  readonly clock: Clock;
  readonly timing: Required<OAuthTiming>;
  /** The URL that names this server in keys and as a resource: no query, which may hold a key, and no fragment. */
  readonly server: string;
  emit(type: AuthEvent["type"], facts?: Pick<AuthEvent, "issuer" | "detail">): void;
}
