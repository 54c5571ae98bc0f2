import type { McpAuthErrorCode } from "@x/mcp-core";

/** What stands behind a code. */
interface Entry {
  readonly clause: string;
  readonly what: string;
  readonly remedy: string;
}

/** The same words everywhere: what failed, which clause it rests on, what helps. */
export const explanations: Readonly<Record<McpAuthErrorCode, Entry>> = {
  auth_required: {
    clause: "RFC 9110 15.5.2",
    what: "The server asks for credentials, and none are declared.",
    remedy: 'Declare `auth` for the server, such as { mode: "oauth2" }.',
  },
  interaction_required: {
    clause: "MCP basic/authorization, Authorization Flow",
    what: "A person has to log in, and nobody can be asked from here.",
    remedy: "Send them to the URL of pendingAuthorization(error.resumeToken), or give an `interaction`.",
  },
  interaction_declined: {
    clause: "RFC 6749 4.1.2.1",
    what: "The login was declined.",
    remedy: "Ask again when the person agrees; they are not asked by itself for five minutes.",
  },
  interaction_timeout: {
    clause: "RFC 8252 7.3",
    what: "Nobody finished the login in time, and the listener for it is closed.",
    remedy:
      "Call again. If the browser showed an error of the authorization server, its redirect may not be registered.",
  },
  credentials_rejected: {
    clause: "RFC 6750 3.1",
    what: "The server refused the credentials, also new ones.",
    remedy:
      "Check the secret; with OAuth check the audience of the tokens, the clock of the server, and what the user may do.",
  },
  token_expired: {
    clause: "RFC 6750 3.1",
    what: "A token that cannot be refreshed has expired.",
    remedy: 'Replace it, or declare { mode: "oauth2" }, which refreshes.',
  },
  refresh_rejected: {
    clause: "RFC 6749 5.2",
    what: "The refresh token is used up, revoked or too old.",
    remedy: "Log in again. If this happens often, something else uses the same refresh token.",
  },
  refresh_unavailable: {
    clause: "RFC 6749 5.2",
    what: "The token endpoint was away or out of order; nothing was thrown away.",
    remedy: "Wait; it is tried again after `retryAfterMs`.",
  },
  insufficient_scope: {
    clause: "RFC 6750 3.1; MCP basic/authorization, Step-Up Authorization Flow",
    what: "The token lacks scope that the request needs.",
    remedy: "Allow `requiredScope` in `scope.max`, set `scope.stepUp`, or let the user grant it.",
  },
  step_up_limit: {
    clause: "MCP basic/authorization, Step-Up Authorization Flow",
    what: "More scope was asked for, and the server still refuses.",
    remedy: "The server's scopes and what it demands do not fit together: tell its operator.",
  },
  discovery_failed: {
    clause: "RFC 9728 3; RFC 8414 3; MCP basic/authorization/authorization-server-discovery",
    what: "The metadata about authorization could not be had, and nothing is guessed in its place.",
    remedy:
      "Try again later; if it stays so, its operator has to publish it, or declare `authorizationServer`.",
  },
  metadata_invalid: {
    clause: "RFC 9728 2; RFC 8414 2",
    what: "What is published about authorization is malformed.",
    remedy: "Tell the operator of the server; `authorizationServer.metadata` can replace it.",
  },
  issuer_mismatch: {
    clause: "RFC 8414 3.3; RFC 9207 2.4",
    what: "An issuer is not who it has to be.",
    remedy:
      "If the two differ by one slash, compat.issuerSlash helps; otherwise somebody may be impersonating it.",
  },
  state_mismatch: {
    clause: "RFC 6749 10.12",
    what: "An answer came for a login that is not under way.",
    remedy: "Log in again, in one window, and within its time.",
  },
  resource_mismatch: {
    clause: "RFC 9728 3.3; RFC 8707 2",
    what: "The metadata, or the authorization server, means another resource than the declared URL.",
    remedy: "Declare the URL as the server publishes it, `resource`, or compat.parentResource.",
  },
  pkce_unsupported: {
    clause: "RFC 7636; MCP basic/authorization, Authorization Code Protection",
    what: "The authorization server does not announce PKCE with S256.",
    remedy: "Its operator has to announce it; if you know that it does it, list it in compat.pkceAllowList.",
  },
  registration_rejected: {
    clause: "RFC 7591 3.2.2",
    what: "The authorization server did not register a client as asked.",
    remedy: "Register one by hand and declare it, or try another `redirect`.",
  },
  registration_unavailable: {
    clause: "MCP basic/authorization/client-registration",
    what: "There is no way to become a client here by itself.",
    remedy: 'Register a client by hand and declare { kind: "pre-registered", clientId, issuer }.',
  },
  client_rejected: {
    clause: "RFC 6749 5.2",
    what: "The authorization server does not take this client.",
    remedy: "Check its id, its secret or key, and what it may do.",
  },
  binding_violation: {
    clause: "MCP basic/authorization/client-registration, Authorization Server Binding",
    what: "The server names an authorization server that the declared client does not belong to.",
    remedy:
      "If the move is meant, declare a client for the new issuer; credentials are not shown to strangers.",
  },
  unsafe_url: {
    clause: "MCP security best practices, OAuth Authorization URL Validation",
    what: "A server gave a URL that is not followed: another scheme, no encryption, a redirect or a foreign origin.",
    remedy: "Tell its operator; the message names the option where there is one.",
  },
  egress_blocked: {
    clause: "RFC 9728 7.7; MCP security best practices, SSRF",
    what: "A server named an address that is not reached from here.",
    remedy: "If it is yours, allow host and port in `egress.allow`.",
  },
  response_too_large: {
    clause: "MCP security best practices, SSRF",
    what: "An answer about authorization was larger than any honest one.",
    remedy: "Tell the operator of the server.",
  },
  timeout: {
    clause: "RFC 9110 15.5.9",
    what: "A server did not answer in time.",
    remedy: "Try again later.",
  },
  unsupported_token_type: {
    clause: "RFC 6749 7.1",
    what: "The tokens are of a type that is not spoken here.",
    remedy: "Ask the authorization server for Bearer tokens.",
  },
  store_unavailable: {
    clause: "RFC 6819 5.1.6",
    what: "The store of credentials failed.",
    remedy: "Check its folder or server, and their permissions.",
  },
  lock_timeout: {
    clause: "RFC 6819 5.2.2.3",
    what: "Another process refreshes and does not finish.",
    remedy: "Try again; a process that died lets go when its lease ends.",
  },
  config_invalid: {
    clause: "RFC 9110 5.5",
    what: "The declaration, or a secret it names, cannot be used.",
    remedy: "Do what the message says.",
  },
  aborted: {
    clause: "–",
    what: "The caller gave up.",
    remedy: "Call again.",
  },
};
