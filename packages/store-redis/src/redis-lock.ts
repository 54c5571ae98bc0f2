import {
  type Clock,
  type KeyValueLease,
  type KeyValueStore,
  OperationCancelledError,
  OperationTimeoutError,
} from "@x/mcp-core";
import type { RedisConnection } from "./redis-connection.ts";
import { redisScripts } from "./redis-scripts.ts";

/** Waits between two tries, drawn anew each time. */
const pollMs = { least: 15, most: 150 };

/** Fences grow for as long as anybody could remember an older one. */
const fenceLifeMs = 7 * 24 * 3_600_000;

/** The keys of a lock; the braces keep them on one node of a cluster. */
export interface LockKeys {
  readonly lock: string;
  readonly fence: string;
}

/** A lock with a lease, which the server ends by itself where the holder dies. */
export function createRedisLocks(
  connection: RedisConnection,
  clock: Clock,
  keysOf: (key: string) => LockKeys,
): Pick<KeyValueStore, "lock"> {
  const acquire = async (keys: LockKeys, holder: string, leaseMs: number): Promise<number> => {
    const args = [holder, String(Math.ceil(leaseMs)), String(fenceLifeMs)];
    const options = { keys: [keys.lock, keys.fence], arguments: args };
    return Number(await connection.run((client) => client.eval(redisScripts.acquire, options)));
  };
  return {
    async lock(key, { leaseMs, waitMs, signal }, run) {
      const keys = keysOf(key);
      const holder = crypto.randomUUID();
      const until = clock.now() + waitMs;
      let fence = 0;
      for (;;) {
        if (signal?.aborted) throw cancelled(signal);
        fence = await acquire(keys, holder, leaseMs);
        if (fence > 0) break;
        const left = until - clock.now();
        if (left <= 0)
          throw new OperationTimeoutError({
            deadline: "lock",
            timeoutMs: waitMs,
            what: "Waiting for a lock",
          });
        const wait = pollMs.least + clock.random() * (pollMs.most - pollMs.least);
        await pause(clock, Math.min(wait, left), signal);
      }
      const ended = new AbortController();
      const stopTimer = clock.after(leaseMs, () =>
        ended.abort(new OperationTimeoutError({ deadline: "lock", timeoutMs: leaseMs, what: "A held lock" })),
      );
      const lease: KeyValueLease = { signal: ended.signal, fence };
      try {
        return await run(lease);
      } finally {
        stopTimer();
        const options = { keys: [keys.lock], arguments: [holder] };
        // The work is done; a lock that cannot be given back ends with its lease.
        await connection.run((client) => client.eval(redisScripts.release, options)).catch(() => undefined);
      }
    },
  };
}

function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      stopTimer();
      reject(cancelled(signal));
    };
    const stopTimer = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function cancelled(signal: AbortSignal | undefined): OperationCancelledError {
  return new OperationCancelledError({
    what: "Waiting for a lock",
    reason: signal?.reason,
    outcome: "not-sent",
  });
}
