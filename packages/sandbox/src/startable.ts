import type { CheckedCommand } from "./command.ts";
import { SandboxError } from "./error.ts";
import { quoteArgv } from "./quote-argv.ts";

const noDirectory = 41;
const noProgram = 42;

/** A shell command that tells by its exit code whether `command` could be started. */
export function startableProbe({ command, cwd }: CheckedCommand): string {
  const [directory, program] = [quoteArgv([cwd]), quoteArgv([command])];
  return `cd -- ${directory} || exit ${noDirectory}; command -v -- ${program} >/dev/null || exit ${noProgram}`;
}

/**
 * Reads the exit code of {@link startableProbe}. A shell would start, and report a missing program only as its own exit
 * code, after the caller has begun to talk to it.
 *
 * @throws {SandboxError} `spawn_failed`
 */
export function assertStartable(exitCode: number | null, { command }: CheckedCommand, sandbox: string): void {
  if (exitCode === 0) return;
  const message =
    exitCode === noDirectory
      ? `The working directory of "${command}" is missing in the sandbox.`
      : `The program "${command}" was not found in the sandbox.`;
  throw new SandboxError("spawn_failed", { message, sandbox, detail: "ENOENT" });
}
