import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ChatPart, ChatTurn } from "../contract/chat.ts";
import type { ChatMessage } from "./chat-loop.ts";

/** A turn as it is kept: what people see of it, and what models are told of it later. */
export interface StoredTurn {
  readonly turn: ChatTurn;
  readonly messages: readonly ChatMessage[];
}

/** The transcript on disk. */
export interface ChatStore {
  /** What was kept. What ran when the app ended is `interrupted`. */
  load(): Promise<readonly StoredTurn[]>;
  /** Keeps these turns in the place of all before; of several calls at once the last one counts. */
  save(turns: readonly StoredTurn[]): Promise<void>;
}

const version = 1;
/** Older turns are forgotten. */
export const maxKeptTurns = 200;
const maxFileBytes = 48 * 1024 * 1024;

/** A transcript in one file, written whole or not at all. */
export function openChatStore(file: string): ChatStore {
  let writing: Promise<void> = Promise.resolve();
  let next: readonly StoredTurn[] | undefined;
  const write = async (): Promise<void> => {
    if (next === undefined) return;
    const text = bounded(next);
    next = undefined;
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // What tools answered may be private.
      await writeFile(temporary, text, { mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  return {
    async load() {
      let text: string;
      try {
        text = await readFile(file, "utf8");
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw unreadable(file, cause);
      }
      try {
        const kept: unknown = JSON.parse(text);
        if (isTranscript(kept))
          return kept.turns.map(({ turn, messages }) => ({ turn: ended(turn), messages }));
      } catch (cause) {
        throw unreadable(file, cause);
      }
      throw unreadable(file, undefined);
    },
    save(turns) {
      next = turns;
      writing = writing.then(write, write);
      return writing;
    },
  };
}

function bounded(turns: readonly StoredTurn[]): string {
  let kept = turns.slice(-maxKeptTurns);
  for (;;) {
    const text = JSON.stringify({ version, turns: kept });
    if (text.length <= maxFileBytes || kept.length <= 1) return text;
    kept = kept.slice(Math.ceil(kept.length / 2));
  }
}

function isTranscript(value: unknown): value is { readonly turns: readonly StoredTurn[] } {
  if (typeof value !== "object" || value === null || !("version" in value) || !("turns" in value))
    return false;
  return value.version === version && Array.isArray(value.turns);
}

function unreadable(file: string, cause: unknown): Error {
  return new Error(`The transcript "${file}" cannot be read. Move it away to begin a new one.`, { cause });
}

/** A turn that nothing works on any more. */
export function ended(turn: ChatTurn): ChatTurn {
  const parts = turn.parts.map(endedPart);
  return turn.state === "running" ? { ...turn, parts, state: "interrupted" } : { ...turn, parts };
}

function endedPart(part: ChatPart): ChatPart {
  if (part.type === "question" && part.state === "open") return { ...part, state: "cancelled" };
  if (part.type !== "tool" || !["input", "approval", "running"].includes(part.state)) return part;
  const { approval: _, progress: __, argumentsText: ___, ...rest } = part;
  return { ...rest, state: "cancelled" };
}
