import { type McpError, OperationTimeoutError } from "@x/mcp-core";
import { connectContext } from "./connect-context.ts";
import { type Established, type EstablishOptions, establish } from "./establish.ts";
import type { PausableTimers } from "./pausable-timers.ts";
import type { Teardowns } from "./teardowns.ts";

/** One try at a connection. */
export interface Attempt {
  /** Ends it at once: neither callback is called any more. What it opened is closed in the background. */
  abort(error: McpError): void;
}

/** What an attempt works with. */
export type AttemptOptions = Omit<EstablishOptions, "signal" | "untimed"> & {
  readonly timers: PausableTimers;
  readonly teardowns: Teardowns;
  readonly timeoutMs: number;
  onEstablished(established: Established): void;
  onFailed(error: Error): void;
};

/**
 * How long an attempt that is over may take to let go of what it was opening. What it had opened is waited for
 * without a bound, where every connection is.
 */
const clearingMs = 5_000;

/**
 * Starts an attempt, once whatever it replaces is gone: two processes of one server must not fight for a lock or a
 * port. Its deadline does not run during untimed work; when it passes, what was opened is closed first.
 */
export function startAttempt(options: AttemptOptions): Attempt {
  const { timers, teardowns, timeoutMs, settings } = options;
  const { serverId, clock } = settings;
  const controller = new AbortController();
  let over = false;

  const finish = (): boolean => {
    if (over) return false;
    over = true;
    disarm();
    return true;
  };

  const fail = (error: Error): void => {
    if (finish()) options.onFailed(error);
  };

  let disarm = timers.after(timeoutMs, () => {
    const { what } = connectContext(serverId);
    const error = new OperationTimeoutError({
      deadline: "connect",
      timeoutMs,
      what,
      serverId,
      outcome: "not-sent",
    });
    controller.abort(error);
    disarm = timers.after(clearingMs, () => fail(error));
  });

  const run = async (ready: Promise<void>): Promise<void> => {
    let established: Established;
    try {
      await ready;
      established = await establish({
        ...options,
        signal: controller.signal,
        untimed: (work) => timers.untimed(work),
      });
    } catch (error) {
      fail(controller.signal.aborted ? controller.signal.reason : (error as Error));
      return;
    }
    if (!controller.signal.aborted && finish()) options.onEstablished(established);
    else {
      await established.connection.close({ reason: "connect-failed" });
      fail(controller.signal.reason);
    }
  };

  const abandoned = new Promise<void>((resolve) => {
    const onAbort = (): void => {
      disarmAbandon = clock.after(clearingMs, resolve);
    };
    controller.signal.addEventListener("abort", onAbort, { once: true });
  });
  let disarmAbandon = (): void => {};

  const running = run(teardowns.blocking()).finally(() => disarmAbandon());
  teardowns.add(Promise.race([running, abandoned]));
  return {
    abort(error) {
      if (finish()) controller.abort(error);
    },
  };
}
