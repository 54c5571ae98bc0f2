import { SandboxError } from "@x/sandbox";
import { stat } from "./file-system.ts";
import type { RunProcessOptions } from "./run-process.ts";

const shortages = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** Says why Node could not start a program, in the words of the contract. */
export async function spawnFailed(
  options: Pick<RunProcessOptions, "command" | "cwd">,
  cause: unknown,
): Promise<SandboxError> {
  const detail = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  if (shortages.has(detail)) {
    return new SandboxError("quota", {
      message: `The host has no room for another process (${detail}). Nothing was started.`,
      cause,
      detail,
      retryable: true,
    });
  }
  const why = (await isDirectory(options.cwd))
    ? `The program "${options.command}" could not be started (${detail}).`
    : `The working directory of "${options.command}" is no directory (${detail}).`;
  return new SandboxError("spawn_failed", { message: why, cause, detail });
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Missing or not ours to see: either way no place to run in.
    return false;
  }
}
