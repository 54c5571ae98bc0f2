import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonRpcMessage } from "@x/mcp-core";

/** What a scripted server writes down, by kind: what each entry holds beside its place in time. */
export interface JournalEvents {
  readonly start: object;
  /** Its stdin ended. */
  readonly eof: object;
  readonly sigterm: object;
  /** Another instance holds the lock. */
  readonly "locked-out": object;
  /** A message as it came, before it is acted on. */
  readonly receive: { readonly message: JsonRpcMessage };
  /** A tool ran. */
  readonly execute: { readonly tool: string; readonly arguments: unknown };
  readonly cancel: { readonly requestId: unknown };
  /** An answer to a request of the server. */
  readonly answer: { readonly id: unknown };
}

/** One line of a journal. */
export type JournalEntry<E extends keyof JournalEvents = keyof JournalEvents> = {
  readonly [K in E]: { readonly event: K; readonly pid: number; readonly at: number } & JournalEvents[K];
}[E];

/** The journal of one scripted server, over all of its processes. */
export interface Journal extends AsyncDisposable {
  /** For the script: `{ journal: journal.path }`. */
  readonly path: string;
  /** Everything so far, in order. */
  entries(): Promise<readonly JournalEntry[]>;
  /** The entries of one kind. */
  of<E extends keyof JournalEvents>(event: E): Promise<readonly JournalEntry<E>[]>;
  /** How often a tool ran. */
  executions(tool: string): Promise<number>;
  /** The messages of one method that arrived. */
  received(method: string): Promise<readonly JsonRpcMessage[]>;
  /** Removes the file. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes an empty journal in a folder of its own below the system's temporary folder. */
export async function createJournal(): Promise<Journal> {
  const folder = await mkdtemp(join(tmpdir(), "mcp-journal-"));
  const path = join(folder, "journal.jsonl");
  await writeFile(path, "");
  return {
    path,
    ...journalReader(async () => {
      const lines = (await readFile(path, "utf8")).split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as JournalEntry);
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The questions one asks a journal, over whatever holds its entries. */
export function journalReader(
  entries: () => Promise<readonly JournalEntry[]>,
): Pick<Journal, "entries" | "of" | "executions" | "received"> {
  const of = async <E extends keyof JournalEvents>(event: E): Promise<readonly JournalEntry<E>[]> =>
    (await entries()).filter((entry): entry is JournalEntry<E> & JournalEntry => entry.event === event);
  return {
    entries,
    of,
    executions: async (tool) => (await of("execute")).filter((entry) => entry.tool === tool).length,
    received: async (method) =>
      (await of("receive")).map(({ message }) => message).filter((message) => message.method === method),
  };
}
