import { onAbort } from "./on-abort.ts";
import { OperationCancelledError } from "./operation-cancelled-error.ts";

/**
 * Waits for a promise, or for the signal, whichever is first; the promise itself goes on. Leaves no listener.
 *
 * @throws OperationCancelledError when the signal aborts; its `cause` is the signal's reason.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined, what: string): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const cancel = (): void =>
      reject(new OperationCancelledError({ what, reason: signal.reason, outcome: "not-sent" }));
    if (signal.aborted) {
      // Nobody waits for it any more; its failure is not news.
      promise.catch(() => undefined);
      cancel();
      return;
    }
    promise.then(resolve, reject).finally(onAbort(signal, cancel));
  });
}
