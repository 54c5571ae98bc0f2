/** As many requests as one signal may be lent to before Node is right to suspect a leak. */
const expectedListeners = 1000;

/**
 * Runs something when a signal aborts; the returned function forgets it. An agent lends one signal to all calls of a
 * turn, and Node warns of a leak at the eleventh listener: the signal's limit is raised, where there is one.
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal === undefined) return () => {};
  // Asked for and not imported, so that this package loads without Node, too.
  const events = globalThis.process?.getBuiltinModule?.("node:events");
  const limit = events?.getMaxListeners(signal) ?? 0;
  if (limit > 0 && limit < expectedListeners) events?.setMaxListeners(expectedListeners, signal);
  signal.addEventListener("abort", run, { once: true });
  return () => signal.removeEventListener("abort", run);
}
