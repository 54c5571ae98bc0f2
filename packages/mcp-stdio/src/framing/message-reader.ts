import { isJsonObject, type JsonRpcMessage } from "@x/mcp-core";
import { answerId } from "./answer-id.ts";
import { createLineReader } from "./line-reader.ts";

/** Where the messages of a stream go. */
export interface MessageHandlers {
  message(message: JsonRpcMessage): void;
  /** Bytes of the chunk that are no message: banners, logs, blank text. At most once a chunk. */
  noise(bytes: number): void;
  /** A line above the limit was skipped. With an id: it was the answer to that request. */
  overlong(bytes: number, id: string | number | undefined): void;
  /** The answer to this request is there, and cannot be read. */
  unreadable(id: string | number): void;
}

const openBrace = 0x7b;
const openBracket = 0x5b;
/** An id stands within so many characters of either end, or it is not looked for. */
const edge = 1024;

/** Reads the JSON-RPC messages of a stream of bytes, one a line. Returns the function that takes the next chunk. */
export function createMessageReader(
  maxMessageBytes: number,
  handlers: MessageHandlers,
): (chunk: Uint8Array) => void {
  let noise = 0;

  const unparsed = (head: string, tail: string, bytes: number): void => {
    const id = answerId(head, tail);
    if (id === undefined) noise += bytes;
    else handlers.unreadable(id);
  };

  const line = (text: string): void => {
    const start = firstVisible(text);
    if (start === -1) return;
    const code = text.charCodeAt(start);
    if (code !== openBrace && code !== openBracket) {
      noise += Buffer.byteLength(text);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // No JSON: noise, or a broken answer.
      unparsed(text.slice(0, edge), text.slice(-edge), Buffer.byteLength(text));
      return;
    }
    // A batch (2025-03-26 basic): its members are messages of their own.
    const members: readonly unknown[] = Array.isArray(value) ? value : [value];
    const messages = members.filter(isMessage);
    if (messages.length === 0) noise += Buffer.byteLength(text);
    for (const message of messages) handlers.message(message);
  };

  const read = createLineReader(maxMessageBytes, {
    line,
    garbled(bytes) {
      const decoder = new TextDecoder();
      unparsed(decoder.decode(bytes.subarray(0, edge)), decoder.decode(bytes.subarray(-edge)), bytes.length);
    },
    overlong: (long) => handlers.overlong(long.bytes, answerId(long.head(), long.tail())),
  });

  return (chunk) => {
    read(chunk);
    if (noise === 0) return;
    const bytes = noise;
    noise = 0;
    handlers.noise(bytes);
  };
}

/** A JSON object with at least one key of the protocol; what else is wrong with it is the session's to say. */
function isMessage(value: unknown): value is JsonRpcMessage {
  return (
    isJsonObject(value) &&
    (value.id !== undefined ||
      value.method !== undefined ||
      value.result !== undefined ||
      value.error !== undefined)
  );
}

/** The place of the first character that is not white space, or -1. */
function firstVisible(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) return at;
  return -1;
}
