import { type ReadonlySignal, signal } from "@preact/signals";
import type { CallOutcome } from "../../../src/contract/call.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { toErrorView } from "../api/api-error.ts";
import type { PageApi } from "../api/page-api.ts";

/** The arguments of a call: a JSON object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** How far a running call is, in the server's own words. */
export interface RunProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One call of a tool, running or ended. */
export interface Run {
  readonly id: string;
  readonly tool: Pick<ToolView, "name" | "serverId" | "serverToolName" | "title">;
  readonly arguments: Arguments;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly progress?: RunProgress;
  /** Somebody asked for its end. */
  readonly cancelling?: boolean;
  /** Absent while it runs. */
  readonly outcome?: CallOutcome;
}

/** The calls made from this page. */
export interface RunStore {
  /** Newest first, bounded. */
  readonly runs: ReadonlySignal<readonly Run[]>;
  /** Resolves with how it ended. */
  start(tool: ToolView, args: Arguments): Promise<CallOutcome>;
  cancel(id: string): void;
  take(event: PageEvent): void;
}

const keptRuns = 50;

/** Makes an empty store. */
export function createRunStore(api: Pick<PageApi, "call" | "cancel">): RunStore {
  const runs = signal<readonly Run[]>([]);
  const update = (id: string, change: Partial<Run>): void => {
    runs.value = runs.peek().map((run) => (run.id === id ? { ...run, ...change } : run));
  };
  return {
    runs,
    async start(tool, args) {
      const id = crypto.randomUUID();
      const run: Run = { id, tool, arguments: args, startedAt: Date.now() };
      runs.value = [run, ...runs.peek()].slice(0, keptRuns);
      const outcome = await api
        .call({ callId: id, tool: tool.name, arguments: args })
        .catch((error: unknown): CallOutcome => failed(error, Date.now() - run.startedAt));
      update(id, { outcome });
      return outcome;
    },
    cancel(id) {
      update(id, { cancelling: true });
      // Where it cannot be cancelled it has just ended, or its own failure tells that the app is gone.
      api.cancel(id).catch(() => update(id, { cancelling: false }));
    },
    take(event) {
      if (event.type !== "progress") return;
      const { callId, progress, total, message } = event;
      update(callId, {
        progress: {
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        },
      });
    },
  };
}

function failed(error: unknown, durationMs: number): CallOutcome {
  return { durationMs, error: toErrorView(error) };
}
