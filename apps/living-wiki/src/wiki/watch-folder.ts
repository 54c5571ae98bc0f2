import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** Changes come in bursts; one look at the folder serves a whole burst. */
const settleMs = 60;

/**
 * Calls `changed` after something below a folder has changed, once for a burst. Watches each folder by itself:
 * `recursive` misses what comes into new folders on some systems.
 */
export function watchFolder(root: string, changed: () => Promise<void>): AsyncDisposable {
  const watchers = new Map<string, FSWatcher>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const follow = (folder: string): void => {
    if (closed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, () => soon());
      watcher.on("error", () => forget(folder)); // it is gone; its parent tells the rest
      watchers.set(folder, watcher);
    } catch {
      // Gone again before it could be watched.
    }
  };
  const followAll = async (folder: string, depth: number): Promise<readonly string[]> => {
    follow(folder);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // gone
    const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && depth < 8);
    const lists = await Promise.all(
      below.map((entry) => followAll(path.join(folder, entry.name), depth + 1)),
    );
    return [folder, ...lists.flat()];
  };
  const look = async (): Promise<void> => {
    const folders = new Set(await followAll(root, 0));
    for (const folder of watchers.keys()) if (!folders.has(folder)) forget(folder);
    if (!closed) await changed();
  };
  const soon = (): void => {
    if (closed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A look that fails is made up for by the next one.
      looking = looking.then(look, look).catch(() => undefined);
    }, settleMs);
  };

  looking = followAll(root, 0).then(() => undefined);
  return {
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(timer);
      await looking.catch(() => undefined); // nobody waits for it any more
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}
