import { type CheckedCommand, pathBelow, resolvePath, SandboxError } from "@x/sandbox";
import type { PathStat } from "./path-stat.ts";
import { workdir } from "./settings.ts";

const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What {@link createProgramFinder} looks with. */
export interface ProgramFinderParts {
  stat(path: string, signal: AbortSignal): Promise<PathStat | undefined>;
  /** PATH of the image, where it sets one. */
  readonly imagePath: string | undefined;
  /** Targets of mounts and volumes: what is there may change. */
  readonly changing: readonly string[];
}

/** @throws {SandboxError} `spawn_failed` if the command's program or directory is missing */
export type ProgramFinder = (command: CheckedCommand, signal: AbortSignal) => Promise<void>;

/**
 * Looks for a program before its container is made. With an init in front, an engine cannot tell a missing program from
 * one that returned 127; and it makes a missing working directory, as root.
 */
export function createProgramFinder({ stat, imagePath, changing }: ProgramFinderParts): ProgramFinder {
  // What the image holds cannot change while the session lives.
  const found = new Set<string>();
  const fixed = (path: string): boolean =>
    [workdir, ...changing].every((folder) => pathBelow(path, folder) === undefined);

  const isProgram = async (path: string, signal: AbortSignal): Promise<"yes" | "no" | "forbidden"> => {
    if (found.has(path)) return "yes";
    const at = await stat(path, signal);
    if (at === undefined) return "no";
    if (at.kind !== "file" || (at.mode & 0o111) === 0) return "forbidden";
    if (fixed(path) && fixed(at.path)) found.add(path);
    return "yes";
  };
  return async ({ command, cwd, env }, signal) => {
    if (cwd !== workdir && (await stat(cwd, signal))?.kind !== "directory") {
      throw missing("The program's working directory is missing.", "ENOENT");
    }
    const searched = env.PATH ?? imagePath ?? defaultPath;
    const candidates = command.includes("/")
      ? [resolvePath(command, cwd)]
      : searched.split(":").map((folder) => resolvePath(`${folder || "."}/${command}`, cwd));
    let forbidden = false;
    for (const path of candidates) {
      const answer = await isProgram(path, signal);
      if (answer === "yes") return;
      forbidden ||= answer === "forbidden";
    }
    throw forbidden
      ? missing("The program cannot be executed.", "EACCES")
      : missing("There is no such program in the container.", "ENOENT");
  };
}

function missing(message: string, detail: string): SandboxError {
  return new SandboxError("spawn_failed", {
    message: `${message} Nothing was started.`,
    sandbox: "docker",
    detail,
    remedy: "Use an image that holds it, or an install step.",
  });
}
