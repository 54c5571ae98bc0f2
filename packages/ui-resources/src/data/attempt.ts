/** Reads what a getter or a proxy may refuse; `undefined` then: there is nothing to read in that place. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // What cannot be read is absent; callers say so where it matters.
    return undefined;
  }
}
