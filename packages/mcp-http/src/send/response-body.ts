/** The body of a response as it comes: filled by the connection, read once. */
export interface ResponseBody extends AsyncIterable<Uint8Array> {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** How the reader slows the connection down, or leaves it. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
  /** Called when the reader leaves before the end. */
  cancel(): void;
}

/** Above this many unread bytes the connection is paused. */
const highWaterBytes = 256 * 1024;

/** Makes a body. A slow reader pauses the connection; a reader that leaves early ends it. */
export function createResponseBody(flow: BodyFlow): ResponseBody {
  const chunks: Uint8Array[] = [];
  let unreadBytes = 0;
  let paused = false;
  let done = false;
  let failure: Error | undefined;
  let waiting: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: Error): void } | undefined;

  const finish = (): void => {
    done = true;
    const reader = waiting;
    waiting = undefined;
    if (failure === undefined) reader?.resolve({ done: true, value: undefined });
    else reader?.reject(failure);
  };
  const take = (chunk: Uint8Array): IteratorResult<Uint8Array> => {
    unreadBytes -= chunk.length;
    if (paused && unreadBytes < highWaterBytes) {
      paused = false;
      flow.resume();
    }
    return { done: false, value: chunk };
  };
  const iterator: AsyncIterator<Uint8Array> = {
    next() {
      const chunk = chunks.shift();
      if (chunk !== undefined) return Promise.resolve(take(chunk));
      if (failure !== undefined) return Promise.reject(failure);
      if (done) return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    return() {
      chunks.length = 0;
      if (!done) {
        finish();
        flow.cancel();
      }
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    push(chunk) {
      if (done) return;
      if (waiting !== undefined) {
        waiting.resolve({ done: false, value: chunk });
        waiting = undefined;
        return;
      }
      chunks.push(chunk);
      unreadBytes += chunk.length;
      if (!paused && unreadBytes >= highWaterBytes) {
        paused = true;
        flow.pause();
      }
    },
    end() {
      if (!done) finish();
    },
    fail(error) {
      if (done) return;
      failure = error;
      finish();
    },
    [Symbol.asyncIterator]: () => iterator,
  };
}
