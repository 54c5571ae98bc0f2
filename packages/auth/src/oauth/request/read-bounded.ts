/**
 * Reads a body to its end, as text. `undefined` where it is longer than `maxBytes`, or no UTF-8; no more than that is
 * ever read.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes || signal.aborted) return undefined;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined; // not UTF-8
  }
}
