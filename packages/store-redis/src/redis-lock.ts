import { type Clock, type KeyValueStore, runLocked } from "@x/mcp-core";
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
    async lock(key, options, run) {
      const keys = keysOf(key);
      const holder = crypto.randomUUID();
      const lock = {
        pollMs,
        take: () => acquire(keys, holder, options.leaseMs),
        async release() {
          const released = { keys: [keys.lock], arguments: [holder] };
          // The work is done; a lock that cannot be given back ends with its lease.
          await connection
            .run((client) => client.eval(redisScripts.release, released))
            .catch(() => undefined);
        },
      };
      return await runLocked(clock, options, lock, run);
    },
  };
}
