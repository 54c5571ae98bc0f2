/** Things that are to be closed together, the last one first. */
export interface Closing extends AsyncDisposable {
  /** Takes what has been opened, and hands it back. */
  use<T extends AsyncDisposable | Disposable>(opened: T): T;
  defer(close: () => unknown): void;
}

/** Makes an empty list. Everything is closed, also where closing one of them fails; the first failure is thrown. */
export function createClosing(): Closing {
  const closers: (() => unknown)[] = [];
  return {
    use(opened) {
      closers.push(() =>
        Symbol.asyncDispose in opened ? opened[Symbol.asyncDispose]() : opened[Symbol.dispose](),
      );
      return opened;
    },
    defer(close) {
      closers.push(close);
    },
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
