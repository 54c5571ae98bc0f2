/** A set of tokens, as it is stored. */
export interface TokenRecord {
  readonly v: 1;
  /** Grows with every new token of a principal at a server: tells a refused token from one that replaced it. */
  readonly generation: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** As granted. */
  readonly scope: readonly string[];
  readonly requestedScope: readonly string[];
  /** Milliseconds since the epoch, by the clock of whoever got it. */
  readonly obtainedAt: number;
  /** Absolute, so that a restart does not make an old token new. */
  readonly expiresAt?: number | undefined;
  /** Whether the last refresh gave another refresh token; absent before the first. */
  readonly rotates?: boolean | undefined;
  /** Set before the refresh token is shown: whoever finds it knows that it may be used up. */
  readonly intent?: { readonly at: number; readonly attempts: number } | undefined;
}

/** Which tokens a principal has at a server, to find them again after a restart without asking anybody. */
export interface BindingRecord {
  readonly v: 1;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
  readonly metadataUrl?: string | undefined;
}
