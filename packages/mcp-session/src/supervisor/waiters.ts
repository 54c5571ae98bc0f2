import { type McpError, type McpPhase, OperationCancelledError, OperationTimeoutError } from "@x/mcp-core";
import { createAbortWatch } from "../exchange/abort-watch.ts";
import type { PausableTimers } from "./pausable-timers.ts";

/** How long somebody waits for a connection, and how the wait is named in errors. */
export interface WaitOptions {
  readonly what: string;
  readonly phase: McpPhase;
  readonly deadline: "connect" | "call";
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly toolName?: string | undefined;
}

/** Everybody who waits for one connection. */
export interface Waiters<T> {
  readonly size: number;
  wait(options: WaitOptions): Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

interface Waiter<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** Makes the list. `deserted` is called when the last one who waited gave up by its own signal. */
export function createWaiters<T>(
  timers: PausableTimers,
  serverId: string,
  deserted: (error: McpError) => void,
): Waiters<T> {
  const waiters = new Set<Waiter<T>>();
  const aborts = createAbortWatch();

  const settleAll = (settle: (waiter: Waiter<T>) => void): void => {
    const all = [...waiters];
    waiters.clear();
    for (const waiter of all) settle(waiter);
  };

  return {
    get size() {
      return waiters.size;
    },
    wait(options) {
      const { what, deadline, timeoutMs, signal, toolName } = options;
      return new Promise<T>((resolve, reject) => {
        let unwatch: (() => void) | undefined;
        const leave = (): void => {
          disarm();
          unwatch?.();
          waiters.delete(waiter);
        };
        const waiter: Waiter<T> = {
          resolve(value) {
            leave();
            resolve(value);
          },
          reject(error) {
            leave();
            reject(error);
          },
        };
        const cancelled = (): McpError =>
          new OperationCancelledError({
            what,
            reason: signal?.reason,
            serverId,
            toolName,
            outcome: "not-sent",
          });
        const onAbort = (): void => {
          const error = cancelled();
          waiter.reject(error);
          if (waiters.size === 0) deserted(error);
        };
        const disarm = timers.after(timeoutMs, () =>
          waiter.reject(
            new OperationTimeoutError({ deadline, timeoutMs, what, serverId, toolName, outcome: "not-sent" }),
          ),
        );
        waiters.add(waiter);
        if (signal?.aborted) waiter.reject(cancelled());
        else if (signal !== undefined) unwatch = aborts.watch(signal, onAbort);
      });
    },
    resolve: (value) => settleAll((waiter) => waiter.resolve(value)),
    reject: (error) => settleAll((waiter) => waiter.reject(error)),
  };
}
