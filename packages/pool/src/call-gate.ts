import {
  type Clock,
  McpProtocolError,
  mcpDefaults,
  OperationCancelledError,
  OperationTimeoutError,
  onAbort,
} from "@x/mcp-core";

/** How much a server is asked at once. */
export interface McpPoolLimits {
  /** Calls and requests that a server works on at the same time. Default: no limit. */
  readonly maxInFlight?: number;
  /** How many more may wait, first come first served; the next one fails with code `limit`. Default 1,000. */
  readonly maxQueued?: number;
}

/** What waits, for messages and deadlines. */
export interface GatedCall {
  readonly serverId: string;
  readonly toolName?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Lets a bounded number of calls through, in the order they came. */
export interface CallGate {
  /** Whether the next call has to wait. */
  readonly full: boolean;
  run<T>(call: GatedCall, start: () => Promise<T>): Promise<T>;
  /** Whoever still waits fails with code `closed`. */
  close(): void;
}

interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** Makes a gate; `onFull` hears of every call that is turned away. */
export function createCallGate(limits: McpPoolLimits, clock: Clock, onFull: (max: number) => void): CallGate {
  const maxInFlight = limits.maxInFlight ?? Number.POSITIVE_INFINITY;
  const maxQueued = limits.maxQueued ?? 1000;
  const waiting = new Set<Waiter>();
  let inFlight = 0;

  // Without a bound there is nothing to count and nobody to wait: a call costs no promise more.
  if (maxInFlight === Number.POSITIVE_INFINITY)
    return { full: false, run: (_call, start) => start(), close: () => undefined };

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) inFlight--;
    else next.admit();
  };

  /** Resolves with the place of whoever left: the count of those in flight stays as it is. */
  const queue = (call: GatedCall): Promise<void> => {
    const { serverId, toolName, signal } = call;
    const what = `A call waiting for its turn at server "${serverId}"`;
    return new Promise((resolve, reject) => {
      const timeoutMs = call.timeoutMs ?? mcpDefaults.callTimeoutMs;
      const leave = (settle: () => void): void => {
        waiting.delete(waiter);
        cancelTimer();
        unwatch();
        settle();
      };
      const waiter: Waiter = {
        admit: () => leave(resolve),
        refuse: (error) => leave(() => reject(error)),
      };
      const shared = { what, serverId, toolName, outcome: "not-sent" } as const;
      const cancelTimer = clock.after(timeoutMs, () =>
        waiter.refuse(new OperationTimeoutError({ ...shared, deadline: "queue", timeoutMs })),
      );
      const unwatch = onAbort(signal, () =>
        waiter.refuse(new OperationCancelledError({ ...shared, reason: signal?.reason })),
      );
      waiting.add(waiter);
    });
  };

  return {
    get full() {
      return inFlight >= maxInFlight;
    },
    async run(call, start) {
      if (inFlight < maxInFlight) inFlight++;
      else {
        throwIfAborted(call);
        if (waiting.size >= maxQueued) {
          onFull(maxQueued);
          throw queueFull(call, maxInFlight, maxQueued);
        }
        await queue(call);
      }
      try {
        return await start();
      } finally {
        release();
      }
    },
    close() {
      for (const waiter of [...waiting]) waiter.refuse(closedError());
    },
  };
}

function closedError(): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "closed",
    message:
      "The server was removed or its pool stopped while the call waited for its turn. Nothing was sent.",
    outcome: "not-sent",
  });
}

function throwIfAborted({ serverId, toolName, signal }: GatedCall): void {
  if (!signal?.aborted) return;
  const what = `A call of server "${serverId}"`;
  throw new OperationCancelledError({ what, serverId, toolName, reason: signal.reason, outcome: "not-sent" });
}

function queueFull(call: GatedCall, maxInFlight: number, maxQueued: number): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "limit",
    message: `Server "${call.serverId}" has ${maxInFlight} calls in flight and ${maxQueued} waiting. Call it later, or raise maxInFlight or maxQueued.`,
    serverId: call.serverId,
    toolName: call.toolName,
    outcome: "not-sent",
    retryable: true,
  });
}
