/** Everything that is being closed, so that a new wire can wait for the old one and `stop()` for all of it. */
export interface Teardowns {
  /** `blocking: false` = a new wire need not wait for it. */
  add(work: Promise<unknown>, options?: { readonly blocking?: boolean }): void;
  /** Resolves when what must be gone before a new wire is gone. */
  blocking(): Promise<void>;
  /** Resolves when everything is gone. */
  all(): Promise<void>;
}

/** Makes the list. `failed` is told what could not be closed; waiting never rejects. */
export function createTeardowns(failed: (error: unknown) => void): Teardowns {
  const blocking = new Set<Promise<void>>();
  const all = new Set<Promise<void>>();

  return {
    add(work, options) {
      const entry = work.then(
        () => undefined,
        (error: unknown) => failed(error),
      );
      all.add(entry);
      if (options?.blocking !== false) blocking.add(entry);
      void entry.then(() => {
        all.delete(entry);
        blocking.delete(entry);
      });
    },
    async blocking() {
      if (blocking.size > 0) await Promise.all(blocking);
    },
    async all() {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
