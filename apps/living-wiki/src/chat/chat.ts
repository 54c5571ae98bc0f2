import { randomUUID } from "node:crypto";
import type { ToolRegistryPort } from "@x/tools";
import type { Approvals } from "../agent/approvals.ts";
import type { Questions } from "../agent/questions.ts";
import type { ChatEvent, ChatSend, ChatTurn, ChatView } from "../contract/chat.ts";
import { toErrorView } from "../live/error-view.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { ChatLoop, ChatMessage } from "./chat-loop.ts";
import { type ChatStore, ended, maxKeptTurns, type StoredTurn } from "./chat-store.ts";
import { followPeople } from "./follow-people.ts";
import { runTurn } from "./run-turn.ts";
import { type ResultListener, watchTurnCalls } from "./turn-calls.ts";
import { createTurnLog } from "./turn-log.ts";
import { userMessage } from "./user-message.ts";
import { watchRegistry } from "./watched-registry.ts";

/** The conversation beside the wiki: one, kept on disk. */
export interface Chat extends AsyncDisposable {
  readonly view: ChatView;
  /** Begins a turn and returns its id; undefined while one runs. */
  send(message: ChatSend): string | undefined;
  /** Ends the turn that runs; false where none does. */
  cancel(): boolean;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
  on(handler: (event: ChatEvent) => void): () => void;
}

/** What a chat works with. */
export interface ChatOptions {
  readonly model: ChatModel;
  readonly loop: () => Promise<ChatLoop>;
  readonly registry: ToolRegistryPort;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly store: ChatStore;
  readonly suggestions: readonly string[];
  /** The model's name for the tool that draws, if there is one. */
  drawingTool?(): string | undefined;
  /** What the views of servers have said since the last turn, for the model. */
  takeWidgetContext?(): readonly string[];
  onResult?: ResultListener;
  /** Hears of a transcript that could not be written. */
  onError?(error: unknown): void;
}

/** So many turns go to the model. */
const rememberedTurns = 30;
const saveEveryMs = 500;

/** Opens the conversation as it was left. */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { model, registry, approvals, questions, store } = options;
  const handlers = new Set<(event: ChatEvent) => void>();
  let past: readonly StoredTurn[] = await store.load();
  let turnNow = (): ChatTurn => {
    throw new Error("No turn runs.");
  };
  let current:
    | { readonly turn: () => ChatTurn; readonly stop: AbortController; readonly done: Promise<void> }
    | undefined;
  let saving: ReturnType<typeof setTimeout> | undefined;

  const tell = (event: ChatEvent): void => {
    for (const handler of handlers) handler(event);
  };
  const save = async (): Promise<void> => {
    clearTimeout(saving);
    saving = undefined;
    const running = current === undefined ? [] : [{ turn: current.turn(), messages: [] }];
    try {
      await store.save([...past, ...running]);
    } catch (error) {
      options.onError?.(error);
    }
  };
  const saveSoon = (): void => {
    saving ??= setTimeout(() => void save(), saveEveryMs);
  };

  const work = async (message: ChatSend, first: ChatTurn, stop: AbortController): Promise<void> => {
    const log = createTurnLog(first, (event) => {
      tell(event);
      saveSoon();
    });
    turnNow = () => log.turn;
    const user = userMessage(message, {
      contexts: options.takeWidgetContext?.() ?? [],
      drawingTool: options.drawingTool?.(),
    });
    const history = past.slice(-rememberedTurns).flatMap(({ messages }) => messages);
    using calls = watchTurnCalls(log, (call) => options.onResult?.(call));
    using _people = followPeople(log, approvals, questions);
    const { state, messages } = await runTurn({
      loop: await options.loop(),
      model,
      registry: watchRegistry(registry, log.callId, calls),
      messages: [...history, user],
      log,
      signal: stop.signal,
    });
    const durationMs = Date.now() - first.at;
    const turn = { ...ended(log.turn), state, durationMs };
    past = [...past, { turn, messages: [user, ...messages] }].slice(-maxKeptTurns);
    current = undefined;
    tell({ kind: "turn", turn });
    await save();
  };

  const chat: Chat = {
    get view() {
      const running = current === undefined ? [] : [current.turn()];
      return {
        model: model.view,
        turns: [...past.map(({ turn }) => turn), ...running],
        suggestions: options.suggestions,
      };
    },
    send(message) {
      if (current !== undefined) return undefined;
      const stop = new AbortController();
      const first: ChatTurn = {
        turnId: randomUUID(),
        at: Date.now(),
        text: message.text,
        ...(message.fromWidget === undefined ? {} : { fromWidget: message.fromWidget }),
        state: "running",
        parts: [],
      };
      turnNow = () => first;
      const begin = Promise.resolve().then(() => work(message, first, stop));
      const done = begin.catch((error: unknown) => {
        // Nothing of a turn may end the app; what is left of it is over.
        const left = ended(turnNow());
        const part = { type: "error", partId: "error-app", error: toErrorView(error) } as const;
        const turn: ChatTurn = { ...left, state: "failed", parts: [...left.parts, part] };
        past = [...past, { turn, messages: [] }];
        current = undefined;
        tell({ kind: "turn", turn });
        options.onError?.(error);
      });
      current = { turn: () => turnNow(), stop, done };
      return first.turnId;
    },
    cancel() {
      current?.stop.abort(new Error("The person cancelled it."));
      return current !== undefined;
    },
    async clear() {
      chat.cancel();
      await current?.done;
      past = [];
      tell({ kind: "cleared" });
      await save();
    },
    async idle() {
      await current?.done;
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async [Symbol.asyncDispose]() {
      current?.stop.abort(new Error("The app ends."));
      await current?.done;
      if (saving !== undefined) await save();
      handlers.clear();
    },
  };
  return chat;
}
