import { readFile, readlink } from "node:fs/promises";
import { pid } from "node:process";

/** This process, named so that no other one is ever named the same; `undefined` where the system does not tell. */
export async function thisOwner(): Promise<string | undefined> {
  try {
    return `${await place()}:${pid}:${await startTimeOf(pid)}`;
  } catch {
    return undefined; // not Linux, which the probe tells; or a /proc that hides this
  }
}

/**
 * Whether `owner` is surely dead. One of an earlier boot is: its directories were made on this machine. One of another
 * process namespace cannot be seen from here, so it is not.
 */
export async function isDead(owner: string): Promise<boolean> {
  const match = /^([0-9a-f-]{36})\.(\d+):(\d+):(\d+)$/.exec(owner);
  const [, boot, namespace, processId, startTime] = match ?? [];
  if (boot === undefined) return false;
  const here = await place();
  if (!here.startsWith(`${boot}.`)) return true;
  if (here !== `${boot}.${namespace}`) return false;
  try {
    return (await startTimeOf(Number(processId))) !== startTime;
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
