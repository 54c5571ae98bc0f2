import { SandboxError } from "./error.ts";
import { resolvePath } from "./path.ts";

/** A program and its arguments. There is no shell: each argument arrives as it is. */
export interface Command {
  /** A name looked up on the sandbox's PATH, or a path. */
  readonly command: string;
  /** Arguments after the program's name. Default: none. */
  readonly args?: readonly string[];
  /** POSIX path; a relative one starts at the session's workdir. Default: the workdir. */
  readonly cwd?: string;
  /** Variables added to the sandbox's own; nothing of the host's environment comes along by itself. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A {@link Command} after checking: `cwd` is absolute, nothing is absent. */
export type CheckedCommand = Required<Command>;

/**
 * Checks a command before anything is started, and fills in what is absent.
 *
 * @throws {SandboxError} `invalid_argument`, `invalid_path`
 */
export function checkCommand(command: Command, workdir: string): CheckedCommand {
  if (typeof command !== "object" || command === null) refuse("command", "given as { command, args }");
  const { args = [], env = {} } = command;
  if (typeof command.command !== "string" || command.command === "") refuse("command", "a non-empty string");
  if (command.command.includes("\0")) refuse("command", "free of NUL characters");
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string" && !arg.includes("\0"))) {
    refuse("args", "strings free of NUL characters");
  }
  if (typeof env !== "object" || env === null) refuse("env", "an object of strings");
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/.test(name)) refuse("env", "an object whose names are free of = and NUL");
    if (typeof value !== "string" || value.includes("\0")) refuse("env", "an object of strings free of NUL");
  }
  return { command: command.command, args, env, cwd: resolvePath(command.cwd ?? workdir, workdir) };
}

function refuse(key: string, expected: string): never {
  throw new SandboxError("invalid_argument", {
    message: `The command's "${key}" must be ${expected}. Nothing was started.`,
  });
}
