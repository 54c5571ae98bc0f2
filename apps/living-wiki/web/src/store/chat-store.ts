import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type {
  ChatEvent,
  ChatPart,
  ChatSend,
  ChatTurn,
  ChatView,
  ModelView,
} from "../../../src/contract/chat.ts";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import { toErrorView } from "../api/api-error.ts";
import type { ChatApi } from "../api/chat-api.ts";
import type { Arguments } from "./run-store.ts";

/** The conversation with the agent. */
export interface ChatStore {
  /** Absent until the transcript was read. */
  readonly model: ReadonlySignal<ModelView | undefined>;
  readonly suggestions: ReadonlySignal<readonly string[]>;
  /** Oldest first; each turn changes on its own. */
  readonly turns: ReadonlySignal<readonly ReadonlySignal<ChatTurn>[]>;
  /** The turn that runs. */
  readonly running: ReadonlySignal<ChatTurn | undefined>;
  /** What could not be sent, or read. */
  readonly problem: ReadonlySignal<ErrorView | undefined>;
  /** Resolves with whether the app took it. */
  send(message: ChatSend): Promise<boolean>;
  cancel(): Promise<void>;
  clear(): Promise<void>;
  /** Resolves with what is wrong with the values, if anything. */
  answer(questionId: string, values: Arguments): Promise<ErrorView | undefined>;
  decline(questionId: string): Promise<void>;
  take(event: PageEvent): void;
}

/** Makes the store; it reads the transcript whenever the event stream begins anew. */
export function createChatStore(api: ChatApi): ChatStore {
  const model = signal<ModelView>();
  const suggestions = signal<readonly string[]>([]);
  const turns = signal<readonly Signal<ChatTurn>[]>([]);
  const running = signal<ChatTurn>();
  const problem = signal<ErrorView>();

  const put = (turn: ChatTurn): void => {
    const known = turns.peek().find((one) => one.peek().turnId === turn.turnId);
    if (known === undefined) turns.value = [...turns.peek(), signal(turn)];
    else known.value = turn;
    if (turn.state === "running") running.value = turn;
    else if (running.peek()?.turnId === turn.turnId) running.value = undefined;
  };

  const change = (turnId: string, parts: (parts: readonly ChatPart[]) => readonly ChatPart[]): void => {
    const turn = turns.peek().find((one) => one.peek().turnId === turnId);
    if (turn !== undefined) put({ ...turn.peek(), parts: parts(turn.peek().parts) });
  };

  const takeChat = (event: ChatEvent): void => {
    switch (event.kind) {
      case "turn":
        put(event.turn);
        return;
      case "part":
        change(event.turnId, (parts) => withPart(parts, event.part));
        return;
      case "delta":
        change(event.turnId, (parts) =>
          parts.map((part) => (part.partId === event.partId ? longer(part, event.text) : part)),
        );
        return;
      case "cleared":
        turns.value = [];
        running.value = undefined;
    }
  };

  const fill = (view: ChatView): void => {
    model.value = view.model;
    suggestions.value = view.suggestions;
    const ids = new Set(view.turns.map(({ turnId }) => turnId));
    turns.value = turns.peek().filter((turn) => ids.has(turn.peek().turnId));
    for (const turn of view.turns) put(turn);
    running.value = view.turns.find(({ state }) => state === "running");
  };

  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      problem.value = undefined;
      return true;
    } catch (error) {
      problem.value = toErrorView(error);
      return false;
    }
  };

  return {
    model,
    suggestions,
    turns,
    running,
    problem,
    send: (message) => attempt(() => api.send(message)),
    async cancel() {
      await attempt(() => api.cancel());
    },
    async clear() {
      await attempt(() => api.clear());
    },
    async answer(questionId, values) {
      try {
        await api.answer(questionId, values);
        return undefined;
      } catch (error) {
        return toErrorView(error);
      }
    },
    async decline(questionId) {
      await attempt(() => api.decline(questionId));
    },
    take(event) {
      if (event.type === "chat") takeChat(event.event);
      if (event.type === "hello") void attempt(async () => fill(await api.transcript()));
    },
  };
}

function withPart(parts: readonly ChatPart[], part: ChatPart): readonly ChatPart[] {
  const index = parts.findIndex(({ partId }) => partId === part.partId);
  return index < 0 ? [...parts, part] : parts.with(index, part);
}

function longer(part: ChatPart, text: string): ChatPart {
  if (part.type === "text" || part.type === "reasoning") return { ...part, text: part.text + text };
  return part.type === "tool" ? { ...part, argumentsText: (part.argumentsText ?? "") + text } : part;
}
