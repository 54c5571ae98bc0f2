import process from "node:process";
import { checkCommand, execFromSpawn, isSandboxError, SandboxError } from "@x/sandbox";
import type { SessionScope } from "./bwrap-args.ts";
import { SetUpError, startProgram } from "./start-program.ts";

/**
 * Runs one program under the very options that all others get.
 *
 * @throws {SandboxError} `unavailable` with the step that helps on this host
 */
export async function probe(scope: SessionScope, signal: AbortSignal): Promise<void> {
  const script = "[ -w /workspace ] && exit 42";
  for (const network of new Set([scope.settings.network, scope.settings.installNetwork])) {
    // Made an `exec`, so that a probe that hangs is killed when the time is over.
    const exec = execFromSpawn((command, { signal: stop = signal } = {}) =>
      startProgram(scope, checkCommand(command, "/workspace"), network, stop),
    );
    let exitCode: number | null;
    try {
      ({ exitCode } = await exec({ command: "sh", args: ["-c", script] }, { signal }));
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(error);
    }
    if (exitCode !== 42) throw notWritable(scope);
  }
}

/** What helps, by what bubblewrap says. The first that matches counts. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/unknown option/i, "Install bubblewrap 0.8.0 or newer: it must know --disable-userns."],
  [
    /seccomp/i,
    "Use a kernel with seccomp filters (CONFIG_SECCOMP_FILTER), or do without one: seccomp: false.",
  ],
  [/prlimit: no such file/i, "Install util-linux: its program prlimit sets the limits."],
  [
    /can't find source path|can't open (source|target)|can't get type of source/i,
    'Check the options "binds" and "root": each path must exist and be readable for the user that programs run as.',
  ],
  [
    /can't mount proc|pivot_root|failed to make \/ slave/i,
    "Inside a container, start that container with its own unconfined /proc (Docker: --security-opt systempaths=unconfined), or use a container sandbox.",
  ],
  [
    /namespace|uid map|gid map|operation not permitted|permission denied|uid_map|setgroups/i,
    "Allow user namespaces: on Ubuntu 24.04 give bwrap an AppArmor profile with `userns,` (or set kernel.apparmor_restrict_unprivileged_userns=0), on Debian set kernel.unprivileged_userns_clone=1, and user.max_user_namespaces above 0; inside a container its seccomp profile must permit them too.",
  ],
];

/** The error for what bubblewrap said when it could not start. */
export function unavailable(cause: unknown): SandboxError {
  if (cause instanceof SetUpError) {
    const remedy = remedies.find(([pattern]) => pattern.test(cause.output))?.[1];
    return new SandboxError("unavailable", {
      message: `bubblewrap cannot make a sandbox on this host: ${firstLine(cause.output)}.`,
      remedy: remedy ?? "Run `bwrap --unshare-all --ro-bind / / true` by hand to see more.",
      sandbox: "bwrap",
      cause,
    });
  }
  if (isSandboxError(cause) && cause.code !== "spawn_failed") return cause;
  const detail = isSandboxError(cause) ? cause.detail : undefined;
  if (detail === "EINVAL")
    return new SandboxError("unavailable", {
      message: `The program \`bwrap\` could not be started (${detail}).`,
      remedy:
        "Raise the limit of open files (ulimit -n) above the highest descriptor that this process has inherited.",
      sandbox: "bwrap",
      detail,
      cause,
    });
  // Also where a directory of PATH is closed to that user, so that it is not known whether the program is there.
  const mayNot = detail === "EACCES" ? "; the user that programs run as must be allowed to start it" : "";
  return new SandboxError("unavailable", {
    message: "The program `bwrap` could not be started.",
    remedy:
      process.platform === "linux"
        ? `Install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap)${mayNot}.`
        : "bubblewrap needs Linux; use a container sandbox on this system.",
    sandbox: "bwrap",
    cause,
  });
}

function firstLine(output: string): string {
  return (output.split("\n", 1)[0] ?? "").replace(/^bwrap: /, "").slice(0, 200);
}

function notWritable({ settings }: SessionScope): SandboxError {
  const user = settings.user === undefined ? "you" : `the user ${settings.user.uid}`;
  return new SandboxError("unavailable", {
    message: "Programs could not write to /workspace.",
    remedy: `Make the directory "root" writable for ${user}, or choose another user with "uid" and "gid".`,
    sandbox: "bwrap",
  });
}
