import { isMcpError, ValidationError } from "@x/mcp";
import { askToolName } from "../agent/ask-tool.ts";
import { toCallErrorView } from "../live/error-view.ts";
import { latestEvery } from "../live/latest-every.ts";
import { resultDiagrams, toResultView } from "../live/result-view.ts";
import { isUiTool } from "../widgets/ui-tool.ts";
import { toolFacts } from "./tool-facts.ts";
import type { TurnLog } from "./turn-log.ts";
import type { CallWatcher } from "./watched-registry.ts";

const progressEveryMs = 100;

/** Writes what becomes of calls into a turn. The question tool's calls are the questions' business. */
export function watchTurnCalls(log: TurnLog): CallWatcher & Disposable {
  const progress = new Map<string, ReturnType<typeof latestEvery>>();
  const endProgress = (callId: string): void => {
    progress.get(callId)?.end();
    progress.delete(callId);
  };
  return {
    started(callId, tool, args) {
      if (tool.name === askToolName) return;
      const known = log.find("tool", callId);
      const facts = { ...toolFacts(tool.name, tool), state: "running", arguments: args } as const;
      if (known !== undefined) log.changeTool(callId, facts);
      else
        log.put({
          type: "tool",
          partId: callId,
          callId,
          ...facts,
          startedAt: Date.now(),
        });
    },
    progressed(callId, value) {
      const known = progress.get(callId);
      const teller =
        known ??
        latestEvery<typeof value>(progressEveryMs, (latest) => {
          if (log.find("tool", callId)?.state === "running") log.changeTool(callId, { progress: latest });
        });
      if (known === undefined) progress.set(callId, teller);
      teller.put(value);
    },
    answered(callId, tool, result) {
      endProgress(callId);
      const part = log.find("tool", callId);
      if (part === undefined) return;
      const diagrams = resultDiagrams(result);
      const widget = isUiTool(tool) && !result.isError;
      log.changeTool(callId, {
        state: part.state === "approval" ? "refused" : "done",
        result: toResultView(result, tool._meta),
        ...(diagrams.length === 0 ? {} : { diagrams }),
        ...(widget ? { widget } : {}),
      });
    },
    failed(callId, error) {
      endProgress(callId);
      const broken = error instanceof ValidationError ? error.result : undefined;
      log.changeTool(callId, {
        state: isCancelled(error) ? "cancelled" : "failed",
        error: toCallErrorView(error),
        ...(broken === undefined ? {} : { result: toResultView(broken) }),
      });
    },
    [Symbol.dispose]() {
      for (const callId of [...progress.keys()]) endProgress(callId);
    },
  };
}

function isCancelled(error: unknown): boolean {
  return isMcpError(error) && error.code === "cancelled";
}
