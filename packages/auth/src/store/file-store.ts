import {
  type Clock,
  isJsonObject,
  isMcpError,
  type KeyValueStore,
  OperationCancelledError,
  stableHash,
  systemClock,
} from "@x/mcp-core";
import { readPrivateFile, syncFolder, writePrivateFile } from "./atomic-file.ts";
import { createFileLocks } from "./file-lock.ts";
import { privateFolder } from "./private-folder.ts";
import { storeFailure, systemCode } from "./store-failure.ts";

/** Options of {@link fileStore}. */
export interface FileStoreOptions {
  /** A folder of its own; made where it is missing, with the permissions 0700. */
  readonly folder: string;
  readonly clock?: Clock | undefined;
}

/** What a file holds. */
interface Entry {
  readonly value: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** A write takes milliseconds; whoever holds one up longer is dead. */
const writeLease = { leaseMs: 10_000, waitMs: 20_000 };

/**
 * A {@link KeyValueStore} in a folder, for the processes of one user on one machine: a file for each key, named by a
 * hash, readable by its owner only, written atomically. A file that is torn counts as absent and is put aside.
 *
 * Rejects with McpAuthError `store_unavailable` where the folder cannot be used, or others could read it.
 */
export function fileStore({ folder, clock = systemClock() }: FileStoreOptions): KeyValueStore {
  const entries = `${folder}/entries`;
  const hash = (key: string): string => stableHash(key);
  const nameOf = (key: string): string => `${hash(key)}.json`;
  const locks = createFileLocks(clock, async (key) => {
    await privateFolder(folder);
    return `${folder}/locks/${hash(key)}`;
  });
  const writes = createFileLocks(clock, async (key) => {
    await privateFolder(folder);
    return `${folder}/writes/${hash(key)}`;
  });
  let swept = false;

  const read = async (name: string): Promise<Entry | undefined> => {
    const text = await readPrivateFile(`${entries}/${name}`);
    if (text === undefined) return undefined;
    const entry = parsed(text);
    if (entry === undefined) await putAside(entries, name);
    return entry === undefined || (entry.expiresAt ?? Number.POSITIVE_INFINITY) <= clock.now()
      ? undefined
      : entry;
  };
  const changing = <T>(key: string, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> =>
    usable(folder, async () => {
      await privateFolder(folder);
      await privateFolder(entries);
      if (!swept) {
        swept = true;
        await sweep(entries, clock.now());
      }
      return writes.lock(key, signal === undefined ? writeLease : { ...writeLease, signal }, run);
    });

  return {
    async get(key, { signal } = {}) {
      if (signal?.aborted) throw givenUp(signal);
      const entry = await usable(folder, async () => {
        await privateFolder(folder);
        return read(nameOf(key));
      });
      return entry === undefined ? undefined : { value: entry.value, version: entry.version };
    },
    put: (key, value, { ifVersion, ttlMs, signal } = {}) =>
      changing(key, signal, async () => {
        const found = await read(nameOf(key));
        if (ifVersion !== undefined && (found?.version ?? null) !== ifVersion) return undefined;
        const version = crypto.randomUUID();
        const entry = { value, version, ...(ttlMs === undefined ? {} : { expiresAt: clock.now() + ttlMs }) };
        await writePrivateFile(entries, nameOf(key), JSON.stringify(entry));
        return { version };
      }),
    delete: (key, { ifVersion } = {}) =>
      changing(key, undefined, async () => {
        const found = await read(nameOf(key));
        if (found === undefined || (ifVersion !== undefined && found.version !== ifVersion)) return false;
        const fs = await import("node:fs/promises");
        await fs.rm(`${entries}/${nameOf(key)}`);
        await syncFolder(entries);
        return true;
      }),
    lock: (key, options, run) => locks.lock(key, options, run),
  };
}

function parsed(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole = isJsonObject(value) && typeof value.value === "string" && typeof value.version === "string";
    return whole ? (value as unknown as Entry) : undefined;
  } catch {
    return undefined; // torn
  }
}

async function putAside(entries: string, name: string): Promise<void> {
  const fs = await import("node:fs/promises");
  try {
    await fs.rename(`${entries}/${name}`, `${entries}/${name}.torn`);
  } catch (error) {
    // Somebody else was faster.
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Removes what has expired; once for each store, so that begun logins do not pile up. */
async function sweep(entries: string, now: number): Promise<void> {
  const fs = await import("node:fs/promises");
  for (const name of await fs.readdir(entries)) {
    if (!name.endsWith(".json") || name.startsWith(".")) continue;
    const entry = parsed((await readPrivateFile(`${entries}/${name}`)) ?? "");
    if (entry?.expiresAt !== undefined && entry.expiresAt <= now)
      await fs.rm(`${entries}/${name}`, { force: true });
  }
}

/** A failed system call as an error of this store. */
async function usable<T>(folder: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isMcpError(error)) throw error;
    throw storeFailure(`${folder} could not be read or written (${systemCode(error) ?? "unknown"}).`, error);
  }
}

function givenUp(signal: AbortSignal): OperationCancelledError {
  return new OperationCancelledError({ what: "A store access", reason: signal.reason, outcome: "not-sent" });
}
