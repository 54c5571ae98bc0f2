import { readFile, readlink } from "node:fs/promises";
import { pid } from "node:process";

/**
 * Who made a container: a process of one boot of one machine, in one process namespace. The start time tells it from a
 * later process with the same number.
 */
export interface Owner {
  /** Random for each boot of a kernel. */
  readonly boot: string;
  /** The process namespace: the same number means another process in another one. */
  readonly namespace: string;
  readonly pid: number;
  /** In clock ticks since boot. */
  readonly startTime: string;
}

/** Where the kernel tells about processes. Other systems than Linux have none, and nobody can be told dead there. */
const proc = "/proc";

/** This process, or `undefined` where it cannot be named in a way that outlives it. */
export async function thisOwner(): Promise<Owner | undefined> {
  try {
    const boot = (await readFile(`${proc}/sys/kernel/random/boot_id`, "utf8")).trim();
    const namespace = (await readlink(`${proc}/self/ns/pid`)).replace(/\D/g, "");
    return { boot, namespace, pid, startTime: await startTimeOf(pid) };
  } catch {
    return undefined; // not Linux, or a /proc that hides this
  }
}

/** The value of the owner label. */
export function formatOwner({ boot, namespace, pid: number, startTime }: Owner): string {
  return `${boot}.${namespace}:${number}:${startTime}`;
}

/** Reads an owner label; `undefined` for one that this package did not write. */
export function parseOwner(text: string): Owner | undefined {
  const match = /^([0-9a-f-]{36})\.(\d+):(\d+):(\d+)$/.exec(text);
  const [, boot, namespace, number, startTime] = match ?? [];
  if (boot === undefined || namespace === undefined || startTime === undefined) return undefined;
  return { boot, namespace, pid: Number(number), startTime };
}

/**
 * Whether `owner` is surely dead. An owner of another process namespace cannot be seen from here, so it is not; nor is
 * one of another boot, unless the engine runs on this very machine: else it may live on a machine that shares the engine.
 */
export async function isDead(
  owner: Owner,
  { self, engineIsLocal }: { readonly self: Owner; readonly engineIsLocal: boolean },
): Promise<boolean> {
  if (owner.boot !== self.boot) return engineIsLocal;
  if (owner.namespace !== self.namespace) return false;
  try {
    return (await startTimeOf(owner.pid)) !== owner.startTime;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

async function startTimeOf(processId: number): Promise<string> {
  const text = await readFile(`${proc}/${processId}/stat`, "utf8");
  // The second field is the program's name in brackets, and may itself hold spaces and brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const startTime = fields[19];
  if (startTime === undefined) throw new Error("The kernel's process table has another form than expected.");
  return startTime;
}
