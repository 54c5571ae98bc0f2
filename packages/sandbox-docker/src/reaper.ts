import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { execPath } from "node:process";
import { SandboxError } from "@x/sandbox";
import type { EngineAddress } from "./engine-address.ts";
import { label } from "./labels.ts";
import { type ReaperOrder, reaperProgram } from "./reaper-program.ts";

/** A child process that outlives a killed owner just long enough to remove what it left. */
export interface Reaper {
  /** The child's process number. */
  readonly pid: number;
  /** The owner has cleaned up: the child ends and removes nothing. */
  dismiss(): Promise<void>;
}

/**
 * Starts a reaper for everything that carries `owner`'s label. It costs nothing until the end of its pipe, and keeps
 * neither this process nor its terminal busy.
 *
 * @throws {SandboxError} `unavailable` if no process can be started
 */
export async function startReaper(address: EngineAddress, owner: string): Promise<Reaper> {
  // Bundlers that keep names wrap functions in calls of such a helper.
  const source = `const __name = (value) => value; (${reaperProgram})();`;
  const child = spawn(execPath, ["--input-type=commonjs", "--eval", source], {
    cwd: "/",
    // A group of its own: a signal to the owner's group, such as Ctrl-C, must not end it.
    detached: true,
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => reject(notStarted(cause)));
  });
  const order: ReaperOrder = { ...address, label: `${label.owner}=${owner}` };
  const { stdin } = child;
  stdin.on("error", () => {}); // it was killed; sweep() does its work
  // The address may hold a key, so it goes through the pipe: arguments and variables can be read by others.
  stdin.write(`${JSON.stringify(order)}\n`);
  child.unref();
  (stdin as Socket).unref();
  let dismissed: Promise<void> | undefined;
  return {
    pid: child.pid ?? 0,
    dismiss() {
      if (dismissed === undefined) {
        child.ref();
        stdin.end("done\n");
        dismissed = exited;
      }
      return dismissed;
    },
  };
}

function notStarted(cause: unknown): SandboxError {
  return new SandboxError("unavailable", {
    message: "The child process that cleans up after a killed program could not be started.",
    sandbox: "docker",
    cause,
    remedy: "Allow this program to start processes, or set reaper: false and call sweep() at every start.",
  });
}
