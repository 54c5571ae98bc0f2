/** What a person is asked to allow. */
export interface AuthorizationPrompt {
  /** Where they log in. https, or http on loopback; for a browser, never for a shell. */
  readonly url: URL;
  readonly serverId: string;
  readonly principal: string;
  readonly issuer: string;
  readonly scope: readonly string[];
  readonly reason: "first-use" | "expired" | "step-up" | "revoked";
  /** Aborted when nobody waits any more, or the time for it is over. */
  readonly signal: AbortSignal;
}

/** What became of it. */
export type AuthorizationAnswer =
  /** The URL the browser was sent back to, or its parameters. */
  | { readonly kind: "callback"; readonly params: URLSearchParams | URL | string }
  /** The person answers later, at a hosted redirect; the call fails with `interaction_required`. */
  | { readonly kind: "deferred" }
  | { readonly kind: "declined" };

/** A wish for more than was allowed so far. */
export interface ScopePrompt {
  readonly serverId: string;
  readonly principal: string;
  readonly have: readonly string[];
  readonly want: readonly string[];
  /** The tool that needs it. */
  readonly tool?: string | undefined;
  readonly signal: AbortSignal;
}

/** How a person is reached: the host's own way of showing things. */
export interface InteractionPort {
  /** Shows the URL. With a loopback redirect it may resolve with nothing: the answer comes by itself. */
  authorize(prompt: AuthorizationPrompt): Promise<AuthorizationAnswer | undefined>;
  /** Asked where `scope.stepUp` is `ask`. Absent: no. */
  approveScope?(prompt: ScopePrompt): Promise<boolean>;
}
