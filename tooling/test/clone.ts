import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { workspaceEnvironment } from "../run/environment.mjs";
import { findPnpm } from "../run/pnpm.mjs";
import { listFiles, root } from "../workspace.mjs";

/** How a command in a clone ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** This checkout, as git would clone it with all that is changed in it, in a temporary folder. */
export interface Clone extends Disposable {
  readonly root: string;
  /** Runs a line of a shell with pnpm on PATH. No package is fetched: the store of this machine must have it. */
  run(line: string): Promise<Ended>;
}

/** Makes a clone; aborting the signal ends what runs in it. */
export async function cloneWorkspace(signal: AbortSignal): Promise<Clone> {
  const pnpm = await findPnpm(root);
  const folder = mkdtempSync(path.join(os.tmpdir(), "x-clone-"));
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  for (const file of listFiles()) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  const inherited = Object.entries(workspaceEnvironment(folder, pnpm));
  // It is a person who works there: neither CI nor a test runner.
  const own = inherited.filter(
    ([name]) => name !== "CI" && !/^(VITEST|NODE_ENV$|X_REQUIRE_REAL$)/.test(name),
  );
  const env = { ...Object.fromEntries(own), pnpm_config_offline: "true" };
  return {
    root: folder,
    run: (line) =>
      new Promise((resolve) => {
        execFile(
          "sh",
          ["-c", line],
          { cwd: folder, env, signal, maxBuffer: 2 ** 26 },
          (error, stdout, stderr) =>
            resolve({
              code: error === null ? 0 : typeof error.code === "number" ? error.code : 1,
              stdout,
              stderr,
            }),
        );
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
