/** A body up to this size is read to its end, which leaves the connection usable; a larger one is cut off. */
const maxDiscardBytes = 64 * 1024;

/** Gets rid of a body nobody wants. Never rejects: what it would have said is not needed. */
export async function discardBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxDiscardBytes) return;
    }
  } catch {
    // The connection broke while a body was thrown away: nothing is lost by it.
  }
}
