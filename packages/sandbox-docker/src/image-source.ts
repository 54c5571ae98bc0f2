import { cancelledError } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { type ImageFacts, inspectImage, missingImage } from "./probe.ts";
import { pullImage } from "./pull-image.ts";
import { type Settings, sandboxId } from "./settings.ts";

/** Finds the image on the engine, or fetches it once for all who wait. */
export interface ImageSource {
  /** @throws {SandboxError} `unavailable` with a remedy, `timeout`, `cancelled` */
  find(engine: Engine, signal: AbortSignal | undefined): Promise<ImageFacts>;
}

interface Pull {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  waiting: number;
}

export function createImageSource(settings: Settings): ImageSource {
  let pull: Pull | undefined;
  const begin = (engine: Engine): Pull => {
    const stop = new AbortController();
    const done = pullImage(engine, settings, stop.signal).finally(() => {
      pull = undefined;
    });
    done.catch(() => {}); // everybody who waits gets it
    return { done, stop, waiting: 0 };
  };
  return {
    async find(engine, signal) {
      const found = await inspectImage(engine, settings.image, signal);
      if (found !== undefined) return found;
      if (settings.pull === "never") throw missingImage(settings.image, engine);
      pull ??= begin(engine);
      const mine = pull;
      mine.waiting += 1;
      try {
        await untilCancelled(mine.done, signal);
      } finally {
        mine.waiting -= 1;
        // It goes on as long as anybody wants it.
        if (mine.waiting === 0) mine.stop.abort();
      }
      const pulled = await inspectImage(engine, settings.image, signal);
      if (pulled === undefined) throw missingImage(settings.image, engine);
      return pulled;
    },
  };
}

function untilCancelled(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return done;
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(cancelledError(signal, sandboxId));
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    done.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
