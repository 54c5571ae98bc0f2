import { readdir, readFile } from "node:fs/promises";

/** Whether a process of this host has `marker` among its arguments (Linux). */
export async function hostProcessRuns(marker: string): Promise<boolean> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(ended)));
  return lines.some((line) => line.includes(marker));
}

// A process that ended since the directory was read has no command line.
function ended(): string {
  return "";
}
