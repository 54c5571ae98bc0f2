import type { ChatEvent, ChatPart, ChatTurn, ToolPart } from "../contract/chat.ts";

type TextKind = "text" | "reasoning";

/** A turn as it grows: every change is told to whoever watches. */
export interface TurnLog {
  readonly turn: ChatTurn;
  /** The id of a call everywhere outside the model: providers count anew in each answer. */
  callId(modelsId: string): string;
  /** Adds a part, or takes the place of the one with this id. */
  put(part: ChatPart): void;
  /** The part of this id, if it is of this type. */
  find<T extends ChatPart["type"]>(
    type: T,
    partId: string,
  ): Extract<ChatPart, { readonly type: T }> | undefined;
  /** Changes the tool part of a call, if there is one that has not ended. */
  changeTool(callId: string, change: Partial<ToolPart>): void;
  /** More of a text, which begins with the first of it. */
  grow(type: TextKind, partId: string, text: string): void;
  /** More of what a model writes as arguments. */
  growArguments(callId: string, text: string): void;
  /** The turn itself changes. */
  change(change: Pick<ChatTurn, "usage">): void;
}

const ends: ReadonlySet<ToolPart["state"]> = new Set(["done", "failed", "refused", "cancelled"]);

/** Whether nothing comes of a call any more. */
function hasEnded(part: ToolPart): boolean {
  return ends.has(part.state);
}

/** Begins a turn; the first event is told at once. */
export function createTurnLog(first: ChatTurn, tell: (event: ChatEvent) => void): TurnLog {
  let turn = first;
  const indexOf = (partId: string): number => turn.parts.findIndex((part) => part.partId === partId);
  const store = (part: ChatPart): void => {
    const index = indexOf(part.partId);
    const parts = index < 0 ? [...turn.parts, part] : turn.parts.with(index, part);
    turn = { ...turn, parts };
  };
  const log: TurnLog = {
    get turn() {
      return turn;
    },
    callId: (modelsId) => `${first.turnId}.${modelsId}`,
    put(part) {
      store(part);
      tell({ kind: "part", turnId: turn.turnId, part });
    },
    find(type, partId) {
      const part = turn.parts.find((one) => one.partId === partId);
      return part?.type === type ? (part as never) : undefined;
    },
    changeTool(callId, change) {
      const part = log.find("tool", callId);
      if (part === undefined || hasEnded(part)) return;
      const { approval, progress, argumentsText, ...rest } = { ...part, ...change };
      // What belongs to a state does not outlive it.
      log.put({
        ...rest,
        ...(rest.state === "approval" && approval !== undefined ? { approval } : {}),
        ...(rest.state === "running" && progress !== undefined ? { progress } : {}),
        ...(rest.state === "input" && argumentsText !== undefined ? { argumentsText } : {}),
        ...(hasEnded(rest) ? { durationMs: Date.now() - rest.startedAt } : {}),
      });
    },
    grow(type, partId, text) {
      const part = log.find(type, partId);
      if (part === undefined) return log.put({ type, partId, text });
      store({ ...part, text: part.text + text });
      tell({ kind: "delta", turnId: turn.turnId, partId, text });
    },
    growArguments(callId, text) {
      const part = log.find("tool", callId);
      if (part?.state !== "input") return;
      store({ ...part, argumentsText: (part.argumentsText ?? "") + text });
      tell({ kind: "delta", turnId: turn.turnId, partId: callId, text });
    },
    change(change) {
      turn = { ...turn, ...change };
      tell({ kind: "turn", turn });
    },
  };
  tell({ kind: "turn", turn });
  return log;
}
