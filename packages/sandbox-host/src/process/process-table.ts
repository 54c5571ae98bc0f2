import { fs, timers } from "./node-builtins.ts";

/** A line of the operating system's process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** It has ended, and only waits to be reaped. */
  readonly zombie: boolean;
}

const sliceLength = 64;

/** All processes, read from `/proc` (Linux; elsewhere the list is empty). Lets other work run in between. */
export async function readProcessTable(): Promise<readonly ProcessEntry[]> {
  const entries: ProcessEntry[] = [];
  // A line has fifty numbers and a name of at most 64 bytes: one buffer serves all, and spares a stat of each file.
  const buffer = Buffer.allocUnsafe(2048);
  const pids = listPids();
  for (const [index, pid] of pids.entries()) {
    if (index % sliceLength === sliceLength - 1) await timers.setImmediate();
    const entry = readEntry(pid, buffer);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/**
 * Whether a process certainly has no child: a look at its threads, which costs a tenth of reading the table. `false`
 * where that cannot be told, as with a kernel that does not list children (see proc(5), `/proc/pid/task/tid/children`).
 */
export function hasNoChild(pid: number): boolean {
  try {
    const threads = fs.readdirSync(`/proc/${pid}/task`);
    return threads.every((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`).length === 0);
  } catch {
    // No such file: another system, another kernel, or a thread that has just ended.
    return false;
  }
}

function listPids(): number[] {
  try {
    return fs.readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    // No /proc: macOS, or a locked-down container. Group kills still work there.
    return [];
  }
}

function readEntry(pid: number, buffer: Buffer): ProcessEntry | undefined {
  const line = readStat(pid, buffer);
  if (line === undefined) return undefined;
  // The name is in parentheses and may hold anything, parentheses included; see proc(5).
  const [state, parent, group, session] = line.slice(line.lastIndexOf(")") + 2).split(" ", 4);
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    zombie: state === "Z" || state === "X",
  };
}

function readStat(pid: number, buffer: Buffer): string | undefined {
  let file: number;
  try {
    file = fs.openSync(`/proc/${pid}/stat`, "r");
  } catch {
    // It ended since the directory was read.
    return undefined;
  }
  try {
    return buffer.toString("latin1", 0, fs.readSync(file, buffer, 0, buffer.length, 0));
  } catch {
    // It ended since the file was opened (ESRCH).
    return undefined;
  } finally {
    fs.closeSync(file);
  }
}
