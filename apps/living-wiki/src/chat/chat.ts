import { randomUUID } from "node:crypto";
import type { ToolRegistryPort } from "@x/tools";
import type { Approvals } from "../agent/approvals.ts";
import type { Questions } from "../agent/questions.ts";
import type { ChatEvent, ChatSend, ChatTurn, ChatView } from "../contract/chat.ts";
import { toErrorView } from "../live/error-view.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { ChatLoop, ChatMessage } from "./chat-loop.ts";
import { type ChatStore, ended, type StoredTurn } from "./chat-store.ts";
import { followPeople } from "./follow-people.ts";
import { runTurn, type TurnEnd } from "./run-turn.ts";
import { openTranscript } from "./transcript.ts";
import { watchTurnCalls } from "./turn-calls.ts";
import { createTurnLog, type TurnLog } from "./turn-log.ts";
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
  /** Hears of a transcript that could not be written. */
  onError?(error: unknown): void;
}

interface Running {
  readonly turn: () => ChatTurn;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Opens the conversation as it was left. */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { model, store } = options;
  const handlers = new Set<(event: ChatEvent) => void>();
  const onError = (error: unknown): void => options.onError?.(error);
  let current: Running | undefined;
  const transcript = await openTranscript({ store, running: () => current?.turn(), onError });
  const tell = (event: ChatEvent): void => {
    for (const handler of handlers) handler(event);
  };
  const end = async (stored: StoredTurn): Promise<void> => {
    current = undefined;
    const kept = transcript.add(stored);
    tell({ kind: "turn", turn: stored.turn });
    await kept;
  };

  /** Runs a turn to its end. Nothing of it may end the app. */
  const run = async (message: ChatSend, log: TurnLog, signal: AbortSignal): Promise<void> => {
    const user = userMessage(message, {
      contexts: options.takeWidgetContext?.() ?? [],
      drawingTool: options.drawingTool?.(),
    });
    try {
      const { state, messages } = await work(options, log, [...transcript.messages, user], signal);
      const durationMs = Date.now() - log.turn.at;
      await end({ turn: { ...ended(log.turn), state, durationMs }, messages: [user, ...messages] });
    } catch (error) {
      onError(error);
      log.put({ type: "error", partId: "error-app", error: toErrorView(error) });
      await end({ turn: { ...ended(log.turn), state: "failed" }, messages: [user] });
    }
  };

  const chat: Chat = {
    get view() {
      const running = current === undefined ? [] : [current.turn()];
      const turns = [...transcript.past.map(({ turn }) => turn), ...running];
      return { model: model.view, turns, suggestions: options.suggestions };
    },
    send(message) {
      if (current !== undefined) return undefined;
      const stop = new AbortController();
      const log = createTurnLog(firstTurn(message), (event) => {
        tell(event);
        transcript.touch();
      });
      // Only after it is known as the one that runs.
      const done = Promise.resolve().then(() => run(message, log, stop.signal));
      current = { turn: () => log.turn, stop, done };
      return log.turn.turnId;
    },
    cancel() {
      current?.stop.abort(new Error("The person cancelled it."));
      return current !== undefined;
    },
    async clear() {
      chat.cancel();
      await current?.done;
      tell({ kind: "cleared" });
      await transcript.clear();
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
      await transcript.flush();
      handlers.clear();
    },
  };
  return chat;
}

async function work(
  options: ChatOptions,
  log: TurnLog,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { model, registry, approvals, questions } = options;
  using calls = watchTurnCalls(log);
  using _people = followPeople(log, approvals, questions);
  const watched = watchRegistry(registry, log.callId, calls);
  return await runTurn({ loop: await options.loop(), model, registry: watched, messages, log, signal });
}

function firstTurn({ text, fromWidget }: ChatSend): ChatTurn {
  return {
    turnId: randomUUID(),
    at: Date.now(),
    text,
    ...(fromWidget === undefined ? {} : { fromWidget }),
    state: "running",
    parts: [],
  };
}
