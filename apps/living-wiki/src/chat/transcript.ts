import type { ChatTurn } from "../contract/chat.ts";
import type { ChatMessage } from "./chat-loop.ts";
import { type ChatStore, maxKeptTurns, type StoredTurn } from "./chat-store.ts";

/** The turns that are over, and the one that runs, kept on disk. */
export interface Transcript {
  /** Those that are over; oldest first. */
  readonly past: readonly StoredTurn[];
  /** What models are told of it. */
  readonly messages: readonly ChatMessage[];
  /** Keeps a turn that is over. */
  add(turn: StoredTurn): Promise<void>;
  clear(): Promise<void>;
  /** Writes before long: the turn that runs has changed. */
  touch(): void;
  /** Writes what waits to be written. */
  flush(): Promise<void>;
}

/** So many turns go to the model. */
const rememberedTurns = 30;
const saveEveryMs = 500;

/** Opens the transcript as it was left. A failure to write goes to `onError`: the conversation goes on. */
export async function openTranscript(options: {
  readonly store: ChatStore;
  /** The turn that runs, if one does. */
  readonly running: () => ChatTurn | undefined;
  readonly onError: (error: unknown) => void;
}): Promise<Transcript> {
  const { store, running, onError } = options;
  let past = await store.load();
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const save = async (): Promise<void> => {
    clearTimeout(waiting);
    waiting = undefined;
    const turn = running();
    try {
      await store.save(turn === undefined ? past : [...past, { turn, messages: [] }]);
    } catch (error) {
      onError(error);
    }
  };
  return {
    get past() {
      return past;
    },
    get messages() {
      return past.slice(-rememberedTurns).flatMap(({ messages }) => messages);
    },
    add(turn) {
      past = [...past, turn].slice(-maxKeptTurns);
      return save();
    },
    clear() {
      past = [];
      return save();
    },
    touch() {
      waiting ??= setTimeout(() => void save(), saveEveryMs);
    },
    async flush() {
      if (waiting !== undefined) await save();
    },
  };
}
