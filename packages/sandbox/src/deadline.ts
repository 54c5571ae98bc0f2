/** Runs `run` after `ms` milliseconds unless the returned function is called first. Injectable for tests. */
export type Timer = (ms: number, run: () => void) => () => void;

/** The timer of the platform. */
export const systemTimer: Timer = (ms, run) => {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
};

/** Whether `promise` settles within `ms`. It never rejects, and leaves no timer behind. */
export async function settlesWithin(promise: Promise<unknown>, ms: number, timer: Timer): Promise<boolean> {
  let cancel = (): void => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = timer(ms, () => resolve(false));
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    cancel();
  }
}
