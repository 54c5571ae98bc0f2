import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import { type Clock, ConfigError, isolateHandler, systemClock } from "@x/mcp-core";
import type { McpConfigResolvers } from "../expand/config-resolvers.ts";
import type { McpResolvedConfig } from "../mcp-config.ts";
import { type ReadMcpConfigOptions, readMcpConfig } from "../read-mcp-config.ts";
import type { McpServerDeclaration } from "../server-declaration.ts";
import { keepLastGood } from "./keep-last-good.ts";

/** Options of {@link watchMcpConfig}. */
export interface WatchMcpConfigOptions extends Omit<ReadMcpConfigOptions, "signal"> {
  readonly resolvers?: McpConfigResolvers | undefined;
  /** A pool: it gets the servers of each version, and restarts only what changed. */
  readonly pool?: { reconfigure(servers: readonly McpServerDeclaration[]): Promise<void> } | undefined;
  /** Hears of each version that was read and, where there is a pool, applied. */
  onChange?(config: McpResolvedConfig): void;
  /** Hears of a version that cannot be read, or that the pool refused. What ran before goes on. */
  onError?(error: unknown): void;
  /** Quiet time after the last change of the file. Default 200. */
  readonly debounceMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A file that is watched. */
export interface McpConfigWatcher extends AsyncDisposable {
  /** The version that counts now. */
  readonly current: McpResolvedConfig;
  /** What was wrong with the latest version, where it could not be read or applied. */
  readonly lastError: unknown;
  /** Reads the file now, and applies it. Resolves when that is done; what goes wrong is in `lastError`. */
  reload(): Promise<void>;
  /** Ends watching and waits for a version that is being applied. The pool is not stopped. Idempotent. */
  close(): Promise<void>;
}

/**
 * Reads a file, applies it, and does so again after each change. A server whose entry has become wrong keeps its
 * last good declaration while its name stands in the file; a file that cannot be read at all changes nothing.
 *
 * @throws ConfigError where the first version cannot be read; the pool's error where it refuses that.
 */
export async function watchMcpConfig(
  file: string,
  options: WatchMcpConfigOptions = {},
): Promise<McpConfigWatcher> {
  const {
    resolvers,
    pool,
    onChange: _c,
    onError: _e,
    debounceMs = 200,
    clock = systemClock(),
    ...read
  } = options;
  if (!(typeof debounceMs === "number" && debounceMs >= 0))
    throw new ConfigError({
      pointer: "/debounceMs",
      problem: "expected a number of milliseconds, 0 or more, such as 200.",
    });
  const onChange = options.onChange && isolateHandler(options.onChange.bind(options));
  const onError = options.onError && isolateHandler(options.onError.bind(options));
  let current: McpResolvedConfig | undefined;
  let lastError: unknown;
  let queue: Promise<void> = Promise.resolve();
  let cancelTimer = (): void => {};
  let closed = false;

  const load = async (): Promise<void> => {
    if (closed) return;
    try {
      const config = await readMcpConfig(file, read);
      const next = keepLastGood(await config.resolve(resolvers), current);
      if (closed) return;
      await pool?.reconfigure(next.servers);
      current = next;
      lastError = undefined;
      onChange?.(next);
    } catch (error) {
      lastError = error;
      onError?.(error);
    }
  };
  /** One version at a time, the newest last. */
  const reload = (): Promise<void> => {
    queue = queue.then(load);
    return queue;
  };
  const watcher = watchFolder(path.resolve(file), () => {
    cancelTimer();
    cancelTimer = clock.after(debounceMs, () => void reload());
  });
  watcher.on("error", (error) => {
    lastError = error;
    onError?.(error);
  });

  const close = async (): Promise<void> => {
    closed = true;
    cancelTimer();
    watcher.close();
    await queue;
  };
  await reload();
  if (current === undefined) {
    await close();
    throw lastError;
  }
  const first = current;
  return {
    get current() {
      return current ?? first;
    },
    get lastError() {
      return lastError;
    },
    reload,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The folder, not the file: editors write a new file and rename it over the old one. */
function watchFolder(file: string, changed: () => void): FSWatcher {
  const name = path.basename(file);
  return watch(path.dirname(file), (_event, changedName) => {
    if (changedName === null || changedName === name) changed();
  });
}
