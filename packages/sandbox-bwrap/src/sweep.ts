import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";
import { cancelledError, type SweepResult } from "@x/sandbox";
import { isDead } from "./owner.ts";

/** How the temporary directory of a session is called, and the file in it that names the process it belongs to. */
export const directoryPrefix = "bwrap-";
export const ownerFile = "owner";

/**
 * Removes the temporary directories of sessions whose processes were killed. Programs need no sweep: they die with the
 * process that started them. What is another user's, or cannot be judged, stays.
 */
export async function sweepDirectories(signal: AbortSignal | undefined): Promise<SweepResult> {
  let removed = 0;
  let failed = 0;
  if (signal?.aborted) throw cancelledError(signal, "bwrap");
  for (const name of await readdir(tmpdir())) {
    if (signal?.aborted) throw cancelledError(signal, "bwrap");
    if (!name.startsWith(directoryPrefix)) continue;
    const directory = join(tmpdir(), name);
    if (!(await isAbandoned(directory))) continue;
    try {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
      removed += 1;
    } catch {
      failed += 1; // told by the count; the others are still swept
    }
  }
  return { removed, failed };
}

async function isAbandoned(directory: string): Promise<boolean> {
  try {
    if (!(await lstat(directory)).isDirectory()) return false;
    const file = join(directory, ownerFile);
    const stats = await lstat(file);
    // In a directory that everybody writes to, only the file's owner shows who made it.
    if (!stats.isFile() || stats.uid !== getuid?.()) return false;
    return await isDead(await readFile(file, "utf8"));
  } catch {
    return false; // no session of ours, or removed meanwhile
  }
}
