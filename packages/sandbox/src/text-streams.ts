import { SandboxError } from "./error.ts";

/** Text chunks as bytes; a surrogate pair that is cut between two chunks is kept whole. */
export async function* encodeChunks(source: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let carry = "";
  for await (const chunk of source) {
    const text = carry + chunk;
    const last = text.charCodeAt(text.length - 1);
    const cut = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
    carry = text.slice(cut);
    if (cut > 0) yield encoder.encode(text.slice(0, cut));
  }
  if (carry !== "") yield encoder.encode(carry);
}

/** Turns chunks of bytes into text; a character that is cut between two chunks waits for its rest. */
export function chunkDecoder(): (chunk: Uint8Array, last?: boolean) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return (chunk, last = false) => {
    try {
      return decoder.decode(chunk, { stream: !last });
    } catch (cause) {
      throw new SandboxError("unsupported", {
        message: "This sandbox takes only UTF-8 text on stdin, and got other bytes.",
        cause,
      });
    }
  };
}
