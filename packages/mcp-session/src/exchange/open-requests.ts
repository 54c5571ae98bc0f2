import type { Clock, McpProgress } from "@x/mcp-core";
import { createAbortWatch } from "./abort-watch.ts";
import { createDeadlines, type Timed } from "./deadlines.ts";
import type { McpExchangeOutcome } from "./outcome.ts";

/** A request that waits for its answer. */
export interface OpenRequest extends Timed {
  readonly id: string;
  readonly method: string;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: McpProgress) => void) | undefined;
  /** Ends the stream of this request where requests are streams of their own. */
  readonly stream: AbortController | undefined;
  readonly settle: (outcome: McpExchangeOutcome) => void;
  /** Whether it is certain that it left. */
  sent: boolean;
  /** Ends the watch on the signal. */
  unwatch: (() => void) | undefined;
}

/** The table of open requests: each entry is settled exactly once and forgotten in the same moment. */
export interface OpenRequests {
  readonly size: number;
  get(id: string): OpenRequest | undefined;
  add(request: OpenRequest): void;
  /** Settles a request, or does nothing where it is settled already. */
  settle(request: OpenRequest, outcome: McpExchangeOutcome): void;
  /**
   * Settles everything. A request that is still on its way out gets a moment to learn whether it left: a pipe that
   * breaks says so at the send as well, and then it is certain that nothing ran.
   */
  end(outcome: McpExchangeOutcome): void;
  /** Starts the call timer of a request again. */
  touch(request: OpenRequest): void;
  /** Resolves when nothing is open. */
  drained(): Promise<void>;
  /** Stops all call timers, but no total one, until the returned function is called. */
  hold(): () => void;
}

/** How long a request may take to learn that it never left. */
const leavingMs = 100;

const never = Number.POSITIVE_INFINITY;

/**
 * Makes the table. `give up` is called when a deadline passes or the caller's signal aborts, after the request is
 * settled: the place to tell the server.
 */
export function createOpenRequests(
  clock: Clock,
  giveUp: (request: OpenRequest, why: "timed out" | "no longer wanted") => void,
): OpenRequests {
  const open = new Map<string, OpenRequest>();
  const aborts = createAbortWatch();
  const drains = new Set<() => void>();
  let holds = 0;

  const settle = (request: OpenRequest, outcome: McpExchangeOutcome): void => {
    if (!open.delete(request.id)) return;
    request.unwatch?.();
    if (open.size === 0) {
      deadlines.idle();
      for (const resolve of drains) resolve();
      drains.clear();
    }
    request.settle(outcome);
  };

  const deadlines = createDeadlines<OpenRequest>(
    clock,
    () => open.values(),
    (request, deadline) => {
      const timeoutMs = deadline === "call" ? request.timeoutMs : request.totalTimeoutMs;
      settle(request, { kind: "timeout", deadline, timeoutMs, sent: true });
      giveUp(request, "timed out");
    },
  );

  const touch = (request: OpenRequest): void => {
    request.callDueAt = holds > 0 ? never : clock.now() + request.timeoutMs;
  };

  return {
    get size() {
      return open.size;
    },
    get: (id) => open.get(id),
    add(request) {
      open.set(request.id, request);
      if (holds > 0) request.callDueAt = never;
      deadlines.watch(request);
      const { signal } = request;
      if (signal === undefined) return;
      request.unwatch = aborts.watch(signal, () => {
        settle(request, { kind: "aborted", reason: signal.reason, sent: true });
        giveUp(request, "no longer wanted");
      });
    },
    settle,
    end(outcome) {
      for (const request of [...open.values()]) if (request.sent) settle(request, outcome);
      if (open.size === 0) return;
      const disarm = clock.after(leavingMs, () => {
        for (const request of [...open.values()]) settle(request, outcome);
      });
      drains.add(disarm);
    },
    touch,
    drained: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => void drains.add(resolve))),
    hold() {
      let held = true;
      holds++;
      for (const request of open.values()) request.callDueAt = never;
      return () => {
        if (!held) return;
        held = false;
        if (--holds > 0) return;
        for (const request of open.values()) {
          touch(request);
          deadlines.watch(request);
        }
      };
    },
  };
}
