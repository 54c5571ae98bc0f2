import { randomUUID } from "node:crypto";
import {
  checkSandboxOptions,
  createSession,
  execFromSpawn,
  type Sandbox,
  SandboxError,
  type SandboxProcess,
  withStartDeadline,
} from "@x/sandbox";
import { hostEnvironment, openWorkspace, runProcess } from "@x/sandbox-host/process";

/** Options of {@link bashSandbox}. */
export interface BashSandboxOptions {
  /** The bash to use: a name looked up on PATH, or a path. Default: `bash`. */
  readonly shell?: string;
  /** Directory that sessions see as `/workspace`. Default: a private temporary one, removed by `close()`. */
  readonly root?: string;
  /** Variables added for every command. Of the host's own only HOME, LOGNAME, PATH, SHELL, TERM and USER are kept. */
  readonly env?: Readonly<Record<string, string>>;
}

const id = "bash";
const probeTimeoutMs = 10_000;
const noStartupFiles = ["--noprofile", "--norc"];

/**
 * Runs commands in the real bash of this host, one at a time to their end: `exec` only, and **no isolation**. Choosing
 * it by its name is the consent to run on the host.
 */
export function bashSandbox(options: BashSandboxOptions = {}): Sandbox {
  checkSandboxOptions(options, id);
  const { shell = "bash" } = options;
  const environment = () => ({ ...hostEnvironment(), ...options.env });
  return {
    id,
    isolation: "none",
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, id);
      const { signal } = openOptions;
      await withStartDeadline((stop) => probe(shell, environment(), stop), {
        sandbox: id,
        timeoutMs: probeTimeoutMs,
        signal,
      });
      const workspace = await openWorkspace(options.root);
      return createSession({
        id: `${id}-${randomUUID()}`,
        sandbox: id,
        isolation: "none",
        offers: "exec",
        features: [
          ...(options.root === undefined ? (["session-files"] as const) : []),
          "processes",
          "binary",
          "exit-signal",
          "kill-tree",
        ],
        spawn: ({ command, args, cwd, env }, start) =>
          runBash(shell, [command, ...args], {
            cwd: workspace.toHost(cwd),
            env: { ...environment(), ...env },
            signal: start.signal,
          }),
        close: () => workspace.remove(),
      });
    },
  };
}

function runBash(
  shell: string,
  argv: readonly string[],
  start: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<SandboxProcess> {
  // The words arrive as "$@", so bash reads none of them as code.
  return runProcess({
    command: shell,
    args: [...noStartupFiles, "-c", 'exec -- "$@"', "bash", ...argv],
    ...start,
  });
}

async function probe(
  shell: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  let cause: unknown;
  try {
    // A shell that hangs is killed when the time is over.
    const exec = execFromSpawn(({ command, args = [] }, start) =>
      runProcess({ command, args, env, cwd: "/", ...start }),
    );
    const result = await exec({ command: shell, args: [...noStartupFiles, "-c", "exit 42"] }, { signal });
    if (result.exitCode === 42) return;
  } catch (error) {
    signal.throwIfAborted();
    cause = error;
  }
  throw new SandboxError("unavailable", {
    message: "bash could not be run on this host.",
    remedy: 'Install bash, or give its path with the option "shell".',
    sandbox: id,
    cause,
  });
}
