import { type McpProgress, type McpTransportPool, ValidationError } from "@x/mcp";
import type { CallOutcome, CallRequest } from "../contract/call.ts";
import type { PageEvent } from "../contract/page-event.ts";
import { toCallErrorView } from "../live/error-view.ts";
import { latestEvery } from "../live/latest-every.ts";
import { resultDiagrams, toResultView } from "../live/result-view.ts";
import { isUiTool } from "../widgets/ui-tool.ts";
import type { Widgets } from "../widgets/widgets.ts";

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

/** Makes the book of calls of a pool. A person's own call needs nobody's leave; its UI goes to the views. */
export function createRunningCalls(pool: McpTransportPool, widgets: Widgets): RunningCalls {
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
        const { serverId } = result;
        // It was listed before it was called; a server that is gone by now has answered all the same.
        const listed = await pool.connect({ serverId }).catch(() => []);
        const known = listed.find(({ name }) => name === tool);
        const view = toResultView(result, known?._meta);
        const diagrams = resultDiagrams(result);
        const widget = known !== undefined && isUiTool(known) && !result.isError;
        if (widget) widgets.remember({ callId, serverId, tool, arguments: args, result: view });
        return ended({
          result: view,
          ...(diagrams.length === 0 ? {} : { diagrams }),
          ...(widget ? { widget } : {}),
        });
      } catch (error) {
        const broken = error instanceof ValidationError ? error.result : undefined;
        return ended({
          error: toCallErrorView(error),
          ...(broken === undefined ? {} : { result: toResultView(broken) }),
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
