import { type McpError, OperationTimeoutError } from "@x/mcp-core";
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
 * Starts an attempt, once whatever it replaces is gone: two processes of one server must not fight for a lock or a
 * port. Its deadline does not run during untimed work.
 */
export function startAttempt(options: AttemptOptions): Attempt {
  const { timers, teardowns, timeoutMs, settings } = options;
  const controller = new AbortController();
  let over = false;

  const finish = (): boolean => {
    if (over) return false;
    over = true;
    disarm();
    return true;
  };

  const abort = (error: McpError): void => {
    if (finish()) controller.abort(error);
  };

  const disarm = timers.after(timeoutMs, () => {
    const error = new OperationTimeoutError({
      deadline: "connect",
      timeoutMs,
      what: `Connecting to server "${settings.serverId}"`,
      serverId: settings.serverId,
      outcome: "not-sent",
    });
    abort(error);
    options.onFailed(error);
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
      if (finish()) options.onFailed(error as Error);
      return;
    }
    if (finish()) options.onEstablished(established);
    else await established.connection.close({ reason: "connect-failed" });
  };

  teardowns.add(run(teardowns.blocking()));
  return { abort };
}
