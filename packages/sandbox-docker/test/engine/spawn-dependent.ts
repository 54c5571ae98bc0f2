import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** Starts a program that ends with this process, even when that is killed and can clean up nothing. */
export function spawnDependent(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "TERM", command, ...args], options);
}
