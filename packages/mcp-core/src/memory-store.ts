import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { createMemoryLocks } from "./memory-locks.ts";
import { OperationCancelledError } from "./operation-cancelled-error.ts";

interface Entry {
  readonly value: string;
  readonly version: string;
  readonly expiresAt: number;
}

/** A {@link KeyValueStore} in the memory of this process: the default everywhere, gone with the process. */
export function memoryStore(options: { readonly clock?: Clock } = {}): KeyValueStore {
  const clock = options.clock ?? systemClock();
  const entries = new Map<string, Entry>();
  const locks = createMemoryLocks(clock);
  let versions = 0;
  let putsSinceSweep = 0;

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > clock.now()) return entry;
    entries.delete(key);
    return undefined;
  };

  /** What expired is forgotten even if nobody asks for it; spread over the writes, a sweep costs next to nothing. */
  const sweep = (): void => {
    if (++putsSinceSweep <= entries.size) return;
    putsSinceSweep = 0;
    for (const key of [...entries.keys()]) live(key);
  };

  return {
    async get(key, { signal } = {}) {
      throwIfAborted(signal);
      const entry = live(key);
      return entry === undefined ? undefined : { value: entry.value, version: entry.version };
    },
    async put(key, value, { ifVersion, ttlMs, signal } = {}) {
      throwIfAborted(signal);
      if (ifVersion !== undefined && (live(key)?.version ?? null) !== ifVersion) return undefined;
      const version = String(++versions);
      const expiresAt = ttlMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + ttlMs;
      entries.set(key, { value, version, expiresAt });
      sweep();
      return { version };
    },
    async delete(key, { ifVersion } = {}) {
      const entry = live(key);
      if (entry === undefined || (ifVersion !== undefined && entry.version !== ifVersion)) return false;
      return entries.delete(key);
    },
    lock: (key, lockOptions, run) => locks.lock(key, lockOptions, run),
  };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new OperationCancelledError({ what: "A store access", reason: signal.reason, outcome: "not-sent" });
}
