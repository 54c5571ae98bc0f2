import type { Clock } from "./clock.ts";
import type { KeyValueLease, KeyValueStore } from "./key-value-store.ts";
import { OperationCancelledError } from "./operation-cancelled-error.ts";
import { OperationTimeoutError } from "./operation-timeout-error.ts";

interface Holder {
  readonly queue: (() => void)[];
}

/** The `lock` of an in-memory store: first come, first served, with a lease that runs out. */
export function createMemoryLocks(clock: Clock): Pick<KeyValueStore, "lock"> {
  const held = new Map<string, Holder>();
  let fences = 0;

  const release = (key: string, holder: Holder): void => {
    const next = holder.queue.shift();
    if (next !== undefined) next();
    else if (held.get(key) === holder) held.delete(key);
  };

  const acquire = (key: string, waitMs: number, signal: AbortSignal | undefined): Promise<Holder> => {
    if (signal?.aborted) return Promise.reject(cancelled(signal));
    const holder = held.get(key);
    if (holder === undefined) {
      const fresh: Holder = { queue: [] };
      held.set(key, fresh);
      return Promise.resolve(fresh);
    }
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        holder.queue.splice(holder.queue.indexOf(turn), 1);
        done();
        reject(error);
      };
      const onAbort = (): void => leave(cancelled(signal));
      const stopTimer = clock.after(waitMs, () =>
        leave(new OperationTimeoutError({ deadline: "lock", timeoutMs: waitMs, what: "Waiting for a lock" })),
      );
      const done = (): void => {
        stopTimer();
        signal?.removeEventListener("abort", onAbort);
      };
      const turn = (): void => {
        done();
        resolve(holder);
      };
      holder.queue.push(turn);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  };

  return {
    async lock(key, { leaseMs, waitMs, signal }, run) {
      const holder = await acquire(key, waitMs, signal);
      const ended = new AbortController();
      let mine = true;
      const giveUp = (): void => {
        if (!mine) return;
        mine = false;
        release(key, holder);
      };
      const stopLease = clock.after(leaseMs, () => {
        giveUp();
        ended.abort(new OperationTimeoutError({ deadline: "lock", timeoutMs: leaseMs, what: "A held lock" }));
      });
      const lease: KeyValueLease = { signal: ended.signal, fence: ++fences };
      try {
        return await run(lease);
      } finally {
        stopLease();
        giveUp();
      }
    },
  };
}

function cancelled(signal: AbortSignal | undefined): OperationCancelledError {
  return new OperationCancelledError({
    what: "Waiting for a lock",
    reason: signal?.reason,
    outcome: "not-sent",
  });
}
