import { type CheckedCommand, cancelledError, SandboxError, type SandboxProcess } from "@x/sandbox";
import { type HostProcess, hostEnvironment, type ProcessTree, runProcess } from "@x/sandbox-host/process";
import { bwrapArgs, limitArgs, type SessionScope } from "./bwrap-args.ts";
import type { BwrapNetwork } from "./options.ts";

/** Tells on descriptor 4 whether the program is there, then becomes it. */
const gate = `command -v "$1" >/dev/null 2>&1 || { echo missing >&4; exit 127; }
echo ok >&4
exec "$@" 4>&-`;

/** bubblewrap could not set the sandbox up; `output` is what it said. */
export class SetUpError extends Error {
  override readonly name = "SetUpError";
  readonly output: string;

  constructor(output: string) {
    super("bubblewrap could not set the sandbox up.");
    this.output = output;
  }
}

/**
 * Starts a program under bubblewrap, and resolves when it runs.
 *
 * @throws {SandboxError} `spawn_failed`, `cancelled`; {@link SetUpError}
 */
export async function startProgram(
  scope: SessionScope,
  command: CheckedCommand,
  network: BwrapNetwork,
  signal: AbortSignal,
): Promise<SandboxProcess> {
  const { settings } = scope;
  const started = await runProcess({
    command: settings.bwrap,
    // The options come through a pipe: variables must not show in the host's process table.
    args: [
      "--args",
      "3",
      "--",
      ...limitArgs(settings),
      "sh",
      "-c",
      gate,
      "sh",
      command.command,
      ...command.args,
    ],
    input: new TextEncoder().encode(
      bwrapArgs(scope, command, network)
        .map((arg) => `${arg}\0`)
        .join(""),
    ),
    ...(scope.filter === undefined ? {} : { secondInput: scope.filter }),
    env: { PATH: hostEnvironment().PATH ?? "/usr/bin:/bin" },
    cwd: "/",
    hideDescriptors: true,
    signal,
    ...settings.user,
    terminate,
  });
  const stop = () => void started.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    // The signal may have been aborted before anybody listened.
    if (signal.aborted) stop();
    const report = await started.report;
    if (report === "ok" && !signal.aborted) return started;
    await started.kill("SIGKILL");
    if (signal.aborted) throw cancelledError(signal, "bwrap");
    throw report === "missing" ? missingProgram(command) : new SetUpError(await lastWords(started));
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * bubblewrap hands no signal on, and the first process inside takes none: SIGTERM goes to all the others. They are
 * visible here, under the ids of this host.
 */
async function terminate(tree: ProcessTree): Promise<void> {
  for (const { pid, parent } of await tree.members()) {
    if (pid !== tree.leader && parent !== tree.leader) sendTerm(pid);
  }
}

function sendTerm(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended meanwhile.
  }
}

function missingProgram({ command }: CheckedCommand): SandboxError {
  return new SandboxError("spawn_failed", {
    message: `The program "${command}" was not found in the sandbox. Programs outside /usr need an entry in "binds" and in PATH.`,
    sandbox: "bwrap",
    detail: "ENOENT",
  });
}

async function lastWords({ exit, stderr }: HostProcess): Promise<string> {
  await exit;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stderr) chunks.push(chunk);
  return Buffer.concat(chunks).toString().trim();
}
