import {
  type Clock,
  type McpError,
  OperationCancelledError,
  OperationTimeoutError,
  onAbort,
} from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import { closedError } from "../exchange/outcome-error.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { failureContext, type Operation } from "./operation.ts";

/** What an operation lives by while none of its requests is open. */
export interface WatchParts {
  readonly clock: Clock;
  readonly supervisor: Pick<Supervisor, "now">;
  readonly connection: Connection;
}

/** Watches the caller's signal, the total deadline and the connection while no request is open. */
export interface OperationWatch {
  /** Aborted with the error of the operation when one of them ends it. */
  readonly signal: AbortSignal;
  abort(error: McpError): void;
  /** Waits for the work, or for the end of the operation; the work may go on unseen. */
  orOver<T>(work: Promise<T>): Promise<T>;
  /** Ends the watch. */
  end(): void;
}

/** Begins to watch. What ends the operation now ends it between two requests: nothing of it is running. */
export function watchOperation(operation: Operation, parts: WatchParts): OperationWatch {
  const { signal, endsAt, totalTimeoutMs, serverId, toolName } = operation;
  const { clock, supervisor, connection } = parts;
  const controller = new AbortController();
  const context = failureContext(operation);
  const known = { what: context.what, serverId, toolName, outcome: "answered" } as const;

  const cancel = (): void =>
    controller.abort(new OperationCancelledError({ ...known, reason: signal?.reason }));
  if (signal?.aborted) cancel();
  const unwatch = onAbort(signal, cancel);
  const disarm = clock.after(endsAt - supervisor.now(), () =>
    controller.abort(new OperationTimeoutError({ ...known, deadline: "total", timeoutMs: totalTimeoutMs })),
  );
  const forget = connection.onEnd((end) => controller.abort(closedError(end, context, "answered")));

  const over = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(controller.signal.reason as McpError);
    if (controller.signal.aborted) fail();
    controller.signal.addEventListener("abort", fail, { once: true });
  });
  // Whether or not somebody is waiting right now, ending is no unhandled failure.
  over.catch(() => undefined);

  return {
    signal: controller.signal,
    abort: (error) => controller.abort(error),
    orOver: (work) => Promise.race([work, over]),
    end() {
      forget();
      disarm();
      unwatch();
    },
  };
}
