import { setTimeout } from "node:timers/promises";
import type { Command } from "../command.ts";
import type { ContractKit, ContractSession } from "./contract-kit.ts";

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Everything a stream gives. */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a stream piece by piece and keeps it open in between. */
export function streamReader(stream: AsyncIterable<Uint8Array>): {
  /** Text up to and with this end. */
  until(end: string): Promise<string>;
  /** The rest. */
  rest(): Promise<string>;
} {
  const iterator = stream[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let held = "";
  const more = async (): Promise<boolean> => {
    const { done, value } = await iterator.next();
    held += done ? decoder.decode() : decoder.decode(value, { stream: true });
    return !done;
  };
  return {
    async until(end) {
      while (!held.includes(end)) {
        if (!(await more())) throw new Error(`The stream ended before ${JSON.stringify(end)} came.`);
      }
      const length = held.indexOf(end) + end.length;
      const text = held.slice(0, length);
      held = held.slice(length);
      return text;
    },
    async rest() {
      while (await more());
      return held;
    },
  };
}

/** Runs a command to its end and gives its stdout as text. */
export async function output(
  session: ContractSession,
  command: Command,
  stdin?: Uint8Array,
): Promise<string> {
  const { stdout } = await session.exec(command, stdin === undefined ? {} : { stdin });
  return decode(stdout);
}

/** Whether a promise stays pending for `ms`. */
export async function staysPending(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = promise.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, setTimeout(ms, true)]);
}

/** Waits until `check` holds, at most `ms`. */
export async function eventually(check: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; await setTimeout(20)) {
    if (await check()) return true;
  }
  return check();
}

/** Whether the heartbeat that a `tree` program writes to `file` stands still. */
export async function heartStopped(
  kit: ContractKit,
  session: ContractSession,
  file: string,
): Promise<boolean> {
  const before = await output(session, kit.programs.readFile(file));
  await setTimeout(300);
  return (await output(session, kit.programs.readFile(file))) === before;
}

/** Waits until the heartbeat that a `tree` program writes to `file` has begun. */
export async function heartBeats(kit: ContractKit, session: ContractSession, file: string): Promise<boolean> {
  return eventually(async () => (await output(session, kit.programs.readFile(file))).length > 1, 5000);
}
