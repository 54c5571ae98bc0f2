import type { McpProgress, McpToolResult, McpTransportPool } from "@x/mcp";
import { ValidationError } from "@x/mcp";
import type { CallOutcome, CallRequest, ResultView } from "../contract/call.ts";
import type { PageEvent } from "../contract/page-event.ts";
import { toCallErrorView } from "../live/error-view.ts";

/** The calls that run now. */
export interface RunningCalls {
  /** Resolves with how the call ended, whatever happens to it. Aborting the signal cancels it. */
  run(request: CallRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** False where no such call runs. */
  cancel(callId: string): boolean;
  /** Whether a call of this id runs. */
  has(callId: string): boolean;
  onProgress(handler: (event: PageEvent) => void): () => void;
}

/** A server may tell of progress as often as it likes; the page hears of it this often. */
const progressEveryMs = 50;

/** Makes the book of calls of a pool. */
export function createRunningCalls(pool: McpTransportPool): RunningCalls {
  const running = new Map<string, AbortController>();
  const handlers = new Set<(event: PageEvent) => void>();

  const publish = (callId: string, progress: McpProgress): void => {
    for (const handler of handlers) handler({ type: "progress", callId, ...progress });
  };

  return {
    async run({ callId, tool, arguments: args }, signal) {
      const cancel = new AbortController();
      running.set(callId, cancel);
      const latest = latestEvery<McpProgress>(progressEveryMs, (progress) => publish(callId, progress));
      const startedAt = performance.now();
      const ended = (outcome: Omit<CallOutcome, "durationMs">): CallOutcome => ({
        durationMs: Math.round(performance.now() - startedAt),
        ...outcome,
      });
      try {
        const result = await pool.callTool(tool, args, {
          toolCallId: callId,
          signal: AbortSignal.any([signal, cancel.signal]),
          onProgress: latest.put,
        });
        return ended({ result: toResultView(result, result.uiResources) });
      } catch (error) {
        const broken = error instanceof ValidationError ? error.result : undefined;
        return ended({
          error: toCallErrorView(error),
          ...(broken === undefined ? {} : { result: toResultView(broken, []) }),
        });
      } finally {
        latest.end();
        running.delete(callId);
      }
    },
    cancel(callId) {
      const call = running.get(callId);
      call?.abort(new Error("Cancelled on the page."));
      return call !== undefined;
    },
    has: (callId) => running.has(callId),
    onProgress(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

function toResultView(
  { isError, content, structuredContent, _meta }: McpToolResult,
  uiResources: ResultView["uiResources"],
): ResultView {
  return {
    isError,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
    uiResources,
  };
}

/** Passes the first value on at once, and of those that follow the latest, at most every `ms`. */
function latestEvery<T>(ms: number, pass: (value: T) => void): { put(value: T): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: T } | undefined;
  const tick = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const { value } = waiting;
    waiting = undefined;
    pass(value);
    timer = setTimeout(tick, ms);
  };
  return {
    put(value) {
      waiting = { value };
      if (timer === undefined) tick();
    },
    end: () => clearTimeout(timer),
  };
}
