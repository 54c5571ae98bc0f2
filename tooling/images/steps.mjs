// Runs the programs that the build needs: quietly, and with their last lines in the error when they fail.
import { spawn } from "node:child_process";

const keptBytes = 4000;

/**
 * Resolves with what the program printed to stdout.
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr = (stderr + text).slice(-keptBytes);
    });
    child.on("error", (cause) => reject(new Error(`${command} could not be started.`, { cause })));
    child.on("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args[0] ?? ""} failed (exit code ${code}):\n${stderr}`));
    });
  });
}
