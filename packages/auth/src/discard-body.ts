import type { HttpResponse } from "@x/mcp-core";

/** A body up to this size is read to its end, which leaves the connection usable. */
const maxDiscardBytes = 64 * 1024;

/** Lets go of a body that nobody wants. */
export async function discardBody({ body }: Pick<HttpResponse, "body">): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxDiscardBytes) return;
    }
  } catch {
    // The connection broke while a body nobody wants was read: the status is what counts.
  }
}
