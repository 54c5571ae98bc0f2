import { cancelledError, checkSandboxOptions, createSession, type Sandbox, SandboxError } from "@x/sandbox";
import { hostEnvironment } from "./process/host-environment.ts";
import { runProcess } from "./process/run-process.ts";
import { openWorkspace } from "./process/workspace.ts";

/** Options of {@link hostSandbox}. */
export interface HostSandboxOptions {
  /** Must be the literal `true`: programs run as you, with your files and your network. */
  readonly allowHostExecution: true;
  /** Directory that sessions see as `/workspace`. Default: a private temporary one, removed by `close()`. */
  readonly root?: string;
  /** Variables added for every program. Of the host's own only HOME, LOGNAME, PATH, SHELL, TERM and USER are kept. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs programs straight on this host: **no isolation**. Each has a process group of its own and is killed with
 * everything it started.
 *
 * @throws {SandboxError} `invalid_argument` without `allowHostExecution: true`
 */
export function hostSandbox(options: HostSandboxOptions): Sandbox {
  if ((options as Partial<HostSandboxOptions> | undefined)?.allowHostExecution !== true) {
    throw new SandboxError("invalid_argument", {
      message:
        "hostSandbox() runs programs on this machine without isolation. Say so with { allowHostExecution: true }, or choose an isolating sandbox.",
      sandbox: "host",
    });
  }
  checkSandboxOptions(options, "host");
  return {
    id: "host",
    isolation: "none",
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, "host");
      const { signal } = openOptions;
      if (signal?.aborted) throw cancelledError(signal, "host");
      const workspace = await openWorkspace(options.root);
      return createSession({
        id: `host-${process.pid}-${process.hrtime.bigint().toString(36)}`,
        sandbox: "host",
        isolation: "none",
        features: [
          ...(options.root === undefined ? (["session-files"] as const) : []),
          "processes",
          "binary",
          "close-stdin",
          "signal-term",
          "exit-signal",
          "kill-tree",
        ],
        spawn: (command, start) =>
          runProcess({
            command: command.command,
            args: command.args,
            env: { ...hostEnvironment(), ...options.env, ...command.env },
            cwd: workspace.toHost(command.cwd),
            signal: start.signal,
          }),
        close: () => workspace.remove(),
      });
    },
  };
}
