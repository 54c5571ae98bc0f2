import {
  abortable,
  isJsonObject,
  isMcpError,
  type JsonObject,
  type KeyValueLease,
  stableHash,
} from "@x/mcp-core";
import { oauthFailure } from "./oauth-failure.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import { isRecord } from "./record-shape.ts";

/** A record and the version to compare against. */
export interface StoredRecord<T> {
  readonly value: T;
  readonly version: string;
}

type Place = Pick<OAuthContext, "principal" | "server">;

/** Keys hold hashes only: no name of a person, no URL, no token. */
export const recordKeys: {
  readonly binding: (place: Place) => string;
  readonly login: (place: Place) => string;
  readonly client: (place: Place, issuer: string) => string;
  readonly pin: (place: Place, clientId: string) => string;
  readonly flow: (state: string) => string;
  readonly token: (place: Place, of: TokenPartition) => string;
} = {
  binding: ({ principal, server }) => `auth/binding/${stableHash([principal, server])}`,
  login: ({ principal, server }) => `auth/login/${stableHash([principal, server])}`,
  client: ({ principal, server }, issuer) => `auth/client/${stableHash([principal, server, issuer])}`,
  pin: ({ principal, server }, clientId) => `auth/pin/${stableHash([principal, server, clientId])}`,
  flow: (state) => `auth/flow/${stableHash(state)}`,
  token: ({ principal, server }, { issuer, clientId, resource }) =>
    `auth/token/${stableHash([principal, server, issuer, clientId, resource ?? null])}`,
};

/** What tells the tokens of one principal at one server apart. */
export interface TokenPartition {
  readonly issuer: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
}

/** Reads a record. What cannot be read as one is as good as absent. */
export async function readRecord<T extends { readonly v: 1 }>(
  context: OAuthContext,
  key: string,
  signal?: AbortSignal,
): Promise<StoredRecord<T> | undefined> {
  const entry = await stored(
    context,
    () => context.store.get(key, signal === undefined ? {} : { signal }),
    signal,
  );
  const value = entry === undefined ? undefined : parsed(entry.value);
  if (entry === undefined || value === undefined || !isRecord(key, value)) return undefined;
  return { value: value as unknown as T, version: entry.version };
}

/** Writes a record; `undefined` where `ifVersion` is no longer true. */
export async function writeRecord(
  context: OAuthContext,
  key: string,
  value: { readonly v: 1 },
  options: { readonly ifVersion?: string | null; readonly ttlMs?: number } = {},
): Promise<string | undefined> {
  const written = await stored(context, () => context.store.put(key, JSON.stringify(value), options));
  return written?.version;
}

/** Removes a record; true where this call did. */
export function removeRecord(context: OAuthContext, key: string, ifVersion?: string): Promise<boolean> {
  return stored(context, () => context.store.delete(key, ifVersion === undefined ? {} : { ifVersion }));
}

/** Runs something while no other process of this store does. */
export function locked<T>(
  context: OAuthContext,
  key: string,
  times: { readonly leaseMs: number; readonly waitMs: number; readonly signal?: AbortSignal | undefined },
  run: (lease: KeyValueLease) => Promise<T>,
): Promise<T> {
  const { leaseMs, waitMs, signal } = times;
  const options = signal === undefined ? { leaseMs, waitMs } : { leaseMs, waitMs, signal };
  const bound = boundOf(context, waitMs + context.timing.requestTimeoutMs, signal);
  const begin = (lease: KeyValueLease): Promise<T> => {
    // From here on the work has limits of its own. Nobody waits for what begins too late.
    bound.lift();
    return bound.over ? Promise.reject(new Error("The lock came too late.")) : run(lease);
  };
  return told(context, () => bound.within(() => context.store.lock(`${key}/lock`, options, begin)));
}

/** Asks the store, and no longer than for a request: one that hangs must keep nobody. */
function stored<T>(context: OAuthContext, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return told(context, () => boundOf(context, context.timing.requestTimeoutMs, signal).within(run));
}

interface Bound {
  within<T>(run: () => Promise<T>): Promise<T>;
  /** The time does not run any more. */
  lift(): void;
  /** Whether it ran out, or the caller left. */
  readonly over: boolean;
}

function boundOf({ clock }: OAuthContext, ms: number, signal: AbortSignal | undefined): Bound {
  const ended = new AbortController();
  const stopTimer = clock.after(ms, () =>
    ended.abort(new Error(`The store did not answer within ${ms} ms.`)),
  );
  const onAbort = (): void => ended.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const lift = (): void => {
    stopTimer();
    signal?.removeEventListener("abort", onAbort);
  };
  return {
    lift,
    get over() {
      return ended.signal.aborted;
    },
    async within(run) {
      try {
        return await abortable(run(), ended.signal, "Asking the store of credentials");
      } catch (error) {
        // Who hung is the store; only the caller's own leaving is a cancellation.
        throw ended.signal.aborted && signal?.aborted !== true ? ended.signal.reason : error;
      } finally {
        lift();
      }
    },
  };
}

async function told<T>(context: OAuthContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isMcpError(error) && error.code === "auth") throw error;
    const timeout = isMcpError(error) && error.code === "timeout";
    const cancelled = isMcpError(error) && error.code === "cancelled";
    throw oauthFailure(context, {
      authCode: timeout ? "lock_timeout" : cancelled ? "aborted" : "store_unavailable",
      message: timeout
        ? "Another process holds these credentials and does not let go of them. Try again later."
        : cancelled
          ? "Authorization was given up before it was done."
          : "The store of credentials could not be used. Check it, and try again.",
      phase: "store",
      retry: cancelled ? "same-credentials" : "after-delay",
      cause: error,
    });
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // torn or foreign: as good as absent
  }
}
