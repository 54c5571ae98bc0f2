import { type Clock, isJsonObject, type KeyValueStore, runLocked } from "@x/mcp-core";
import { privateFolder } from "./private-folder.ts";
import { systemCode } from "./store-failure.ts";

/** Waits between two looks at a lock, drawn anew each time. */
const pollMs = { least: 10, most: 100 };

/**
 * A lock between processes, in a folder of its own. Each holder is a file named by a number, which is its fence; it
 * says until when it counts. To hold the lock is to make the file with the next number, which only one can do, and
 * only after the one before was released or has expired. So nobody ever takes a lock away from anybody.
 */
export function createFileLocks(
  clock: Clock,
  folderOf: (key: string) => Promise<string>,
): Pick<KeyValueStore, "lock"> {
  return {
    async lock(key, options, run) {
      const folder = await folderOf(key);
      await privateFolder(folder);
      const take = (): Promise<number> => tryToTake(clock, folder, options.leaseMs);
      return await runLocked(
        clock,
        options,
        { take, release: (fence) => release(folder, fence), pollMs },
        run,
      );
    },
  };
}

async function tryToTake(clock: Clock, folder: string, leaseMs: number): Promise<number> {
  const last = await lastHolder(folder);
  const free = last === undefined || last.until <= clock.now();
  const fence = (last?.fence ?? 0) + 1;
  if (!free || !(await claim(folder, fence, clock.now() + leaseMs))) return 0;
  await forgetBefore(folder, fence);
  return fence;
}

interface Holder {
  readonly fence: number;
  /** Milliseconds since the epoch; 0 once released. */
  readonly until: number;
}

async function lastHolder(folder: string): Promise<Holder | undefined> {
  const fs = await import("node:fs/promises");
  const fence = Math.max(0, ...(await fs.readdir(folder)).map(Number).filter(Number.isSafeInteger));
  if (fence === 0) return undefined;
  try {
    const value: unknown = JSON.parse(await fs.readFile(`${folder}/${fence}`, "utf8"));
    return { fence, until: isJsonObject(value) && typeof value.until === "number" ? value.until : 0 };
  } catch (error) {
    // Overtaken by the next holder, who cleans up; or torn by a crash, and then nobody holds it.
    if (systemCode(error) === "ENOENT" || error instanceof SyntaxError) return { fence, until: 0 };
    throw error;
  }
}

/** `link` makes the file with its content, or not at all. */
async function claim(folder: string, fence: number, until: number): Promise<boolean> {
  const fs = await import("node:fs/promises");
  const draft = `${folder}/.${crypto.randomUUID()}`;
  await fs.writeFile(draft, JSON.stringify({ until }), { mode: 0o600, flag: "wx" });
  try {
    await fs.link(draft, `${folder}/${fence}`);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** The number stays taken, so that fences grow; only its time is over. */
async function release(folder: string, fence: number): Promise<void> {
  const fs = await import("node:fs/promises");
  const draft = `${folder}/.${crypto.randomUUID()}`;
  await fs.writeFile(draft, JSON.stringify({ until: 0 }), { mode: 0o600, flag: "wx" });
  await fs.rename(draft, `${folder}/${fence}`);
}

async function forgetBefore(folder: string, fence: number): Promise<void> {
  const fs = await import("node:fs/promises");
  for (const name of await fs.readdir(folder))
    if (Number(name) < fence) await fs.rm(`${folder}/${name}`, { force: true });
}
