/** A value with the version that `ifVersion` compares against. */
export interface KeyValueEntry {
  readonly value: string;
  readonly version: string;
}

/** A held lock. */
export interface KeyValueLease {
  /** Aborted when the lease ended before the work did. */
  readonly signal: AbortSignal;
  /** Grows with every lock of that key: a later holder's is larger. */
  readonly fence: number;
}

/** One store for credentials, era verdicts, catalogs and pins: in memory, in a file, on Redis. */
export interface KeyValueStore {
  get(key: string, options?: { readonly signal?: AbortSignal }): Promise<KeyValueEntry | undefined>;
  /**
   * Writes. `ifVersion: null` = only if the key is absent; a string = only if that version is still there.
   * Resolves with `undefined` where that was not so.
   */
  put(
    key: string,
    value: string,
    options?: { readonly ifVersion?: string | null; readonly ttlMs?: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly version: string } | undefined>;
  /** True = this call removed it, which makes it a one-time `take`. */
  delete(key: string, options?: { readonly ifVersion?: string }): Promise<boolean>;
  /**
   * Runs `run` while nobody else holds `key`. Waits at most `waitMs` (then rejects with an `McpError` of code
   * `timeout`); after `leaseMs` the lock is free for others and `lease.signal` aborts.
   */
  lock<T>(
    key: string,
    options: { readonly leaseMs: number; readonly waitMs: number; readonly signal?: AbortSignal },
    run: (lease: KeyValueLease) => Promise<T>,
  ): Promise<T>;
}
