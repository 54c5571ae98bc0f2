import type { ProcessParts } from "./create-process.ts";
import { deferred } from "./deferred.ts";
import { SandboxError } from "./error.ts";

/** The writing end of a process. */
export interface Stdin {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** No more bytes: everything that waits, and every later write, rejects with `error`. */
  end(error: SandboxError): void;
}

/** Keeps writes in order, and settles every one of them even if the backend never answers. */
export function createStdin(parts: Pick<ProcessParts, "writeStdin" | "closeStdin" | "pipelined">): Stdin {
  const waiting = new Set<(error: SandboxError) => void>();
  let tail: Promise<void> = Promise.resolve();
  let over: SandboxError | undefined;
  let closing: Promise<void> | undefined;
  const gone = deferred<void>();

  const send = (chunk: Uint8Array): Promise<void> => {
    if (parts.pipelined !== true) {
      tail = tail.then(() => (over === undefined ? parts.writeStdin(chunk) : Promise.reject(over)));
      const sent = tail;
      tail = sent.catch(() => {});
      return sent;
    }
    const sent = parts.writeStdin(chunk);
    tail = sent.catch(() => {});
    return sent;
  };
  return {
    write(chunk) {
      if (over !== undefined) return Promise.reject(over);
      if (closing !== undefined) return Promise.reject(closedStdin());
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        send(chunk).then(
          () => {
            waiting.delete(reject);
            resolve();
          },
          (cause: unknown) => {
            waiting.delete(reject);
            reject(cause instanceof SandboxError ? cause : closedStdin(cause));
          },
        );
      });
    },
    close() {
      if (over !== undefined) return Promise.resolve();
      // A program that ends meanwhile needs no EOF any more, even if the backend never answers.
      closing ??= Promise.race([
        gone.promise,
        tail.then(() => (over === undefined ? parts.closeStdin() : undefined)),
      ]);
      return closing;
    },
    end(error) {
      over ??= error;
      gone.resolve();
      for (const reject of waiting) reject(over);
      waiting.clear();
    },
  };
}

function closedStdin(cause?: unknown): SandboxError {
  return new SandboxError("closed", {
    message: "The program's stdin is closed; it takes no more bytes.",
    ...(cause === undefined ? {} : { cause }),
  });
}
