// How every check script starts and ends, whether a person, run.mjs or CI calls it.
import { workspaceEnvironment } from "./run/environment.mjs";
import { findPnpm } from "./run/pnpm.mjs";
import { root } from "./workspace.mjs";

/**
 * Runs a check with the workspace's binaries and the pinned pnpm on PATH. A check that throws has failed: its
 * message is printed, without a stack.
 * @param {string} name stands before the message
 * @param {() => void | Promise<void>} run
 */
export async function check(name, run) {
  Object.assign(process.env, workspaceEnvironment(root, await findPnpm(root)));
  try {
    await run();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
