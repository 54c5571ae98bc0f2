/** A body read up to its limit. */
export interface BodyText {
  readonly text: string;
  /** True where the body was longer; `text` then holds its beginning, and the rest was never read. */
  readonly cut: boolean;
}

/** Reads a body as UTF-8, at most so many bytes of it; leaving early ends the response. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BodyText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > maxBytes) return { text: decode(chunks).slice(0, maxBytes), cut: true };
  }
  return { text: decode(chunks), cut: false };
}

function decode(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return "";
  if (chunks.length > 1) return Buffer.concat(chunks).toString("utf8");
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString("utf8");
}
