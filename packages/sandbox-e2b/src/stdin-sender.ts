interface Waiting {
  readonly bytes: Uint8Array;
  resolve(): void;
  reject(error: unknown): void;
}

/** Largest body of one request, in bytes. */
const batchBytes = 256 * 1024;

/**
 * Sends bytes in call order, one request at a time: the service keeps no order among requests. What comes while a
 * request is on its way goes out together with the next. Nothing is sent twice, and nothing after a failure, because
 * nobody knows whether the failed bytes arrived.
 */
export function createStdinSender(
  send: (bytes: Uint8Array) => Promise<void>,
): (chunk: Uint8Array) => Promise<void> {
  let waiting: Waiting[] = [];
  let busy = false;
  let failure: { readonly error: unknown } | undefined;

  const run = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      try {
        if (failure !== undefined) throw failure.error;
        const bytes = Buffer.concat(batch.map((each) => each.bytes));
        for (let start = 0; start < bytes.length; start += batchBytes) {
          await send(bytes.subarray(start, start + batchBytes));
        }
        for (const each of batch) each.resolve();
      } catch (error) {
        failure ??= { error };
        for (const each of batch) each.reject(error);
      }
    }
    busy = false;
  };
  return (bytes) =>
    new Promise((resolve, reject) => {
      waiting.push({ bytes, resolve, reject });
      if (!busy) void run();
    });
}

/** The first chunks that fit into one request together; at least one. */
function takeBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0;
  const end = waiting.findIndex((each) => {
    bytes += each.bytes.length;
    return bytes > batchBytes;
  });
  return end === -1 ? waiting.slice() : waiting.slice(0, Math.max(end, 1));
}
