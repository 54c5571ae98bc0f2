import { readFile, readlink } from "node:fs/promises";
import { pid } from "node:process";

/** This process, named so that no other one is ever named the same; `undefined` where the system does not tell. */
export async function thisOwner(): Promise<string | undefined> {
  try {
    return `${await place()}:${pid}:${await startTimeOf(pid)}`;
  } catch {
    return undefined; // not Linux, or a /proc that hides this
  }
}

/**
 * Whether `owner` is surely dead. A process of another boot or in another process namespace cannot be seen from here,
 * so it is not.
 */
export async function isDead(owner: string): Promise<boolean> {
  const match = /^(.+):(\d+):(\d+)$/.exec(owner);
  if (match === null || match[1] !== (await place())) return false;
  try {
    return (await startTimeOf(Number(match[2]))) !== match[3];
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

async function place(): Promise<string> {
  const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  return `${boot}.${(await readlink("/proc/self/ns/pid")).replace(/\D/g, "")}`;
}

async function startTimeOf(processId: number): Promise<string> {
  const text = await readFile(`/proc/${processId}/stat`, "utf8");
  // The second field is the program's name in brackets, and may itself hold spaces and brackets.
  const startTime = text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  if (startTime === undefined) throw new Error("The kernel's process table has another form than expected.");
  return startTime;
}
