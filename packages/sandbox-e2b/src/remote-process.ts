import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type CheckedCommand,
  createByteQueue,
  createProcess,
  type ProcessEnd,
  SandboxError,
  type SandboxProcess,
} from "@x/sandbox";
import { afterMark, type Greeting } from "./after-mark.ts";
import { commandEnd } from "./command-end.ts";
import { type CommandHandle, forgetOutput, type Machine } from "./e2b-client.ts";
import { isGone, toSandboxError } from "./e2b-error.ts";
import { programScript, programVariables, signalScript } from "./process-script.ts";
import { type Settings, sandboxId } from "./settings.ts";
import { createStdinSender } from "./stdin-sender.ts";

const stderrBytes = 1024 * 1024;

/** Starts a program in a machine, and resolves once it is known to run there. */
export async function startProcess(
  machine: Machine,
  settings: Settings,
  command: CheckedCommand,
  signal: AbortSignal,
): Promise<SandboxProcess> {
  const mark = `x-${randomUUID()}`;
  const stdout = createByteQueue();
  const stderr = createByteQueue({ limitBytes: stderrBytes, overflow: "drop-oldest" });
  const encoder = new TextEncoder();
  const greeted = deferred<Greeting>();
  const fromStdout = afterMark(mark, greeted.resolve);
  const fromStderr = afterMark(mark, () => {});
  // The SDK ties its stream to the signal for good; ours ends the start only.
  const stream = new AbortController();
  const cancel = (): void => stream.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  let handle: CommandHandle | undefined;
  try {
    signal.throwIfAborted();
    handle = await machine.commands.run(programScript(mark, command), {
      background: true,
      stdin: true,
      // A deadline of the SDK would end the program.
      timeoutMs: 0,
      requestTimeoutMs: settings.startTimeoutMs,
      signal: stream.signal,
      envs: programVariables({ ...settings.env, ...command.env }),
      ...(settings.user === undefined ? {} : { user: settings.user }),
      async onStdout(text) {
        if (handle !== undefined) forgetOutput(handle);
        // The SDK reads on only when this settles, which is the back-pressure.
        if (!stdout.push(encoder.encode(fromStdout(text)))) await stdout.drained();
      },
      onStderr(text) {
        if (handle !== undefined) forgetOutput(handle);
        stderr.push(encoder.encode(fromStderr(text)));
      },
    });
    const ended = commandEnd(handle);
    const word = await Promise.race([greeted.promise, ended.then(neverReady)]);
    if (word !== "ready") throw notStartable(word, command);
    return running({ machine, settings, mark, handle, ended, stdout, stderr, stream });
  } catch (error) {
    stream.abort(error);
    // Aborting a request does not end what it has started.
    if (!(error instanceof SandboxError)) void signalTree(machine, settings, mark, "SIGKILL").catch(() => {}); // nothing else can be done; it ends with its machine
    throw toSandboxError(error, { what: "start the program", failure: "state_lost", signal });
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

interface Running {
  readonly machine: Machine;
  readonly settings: Settings;
  readonly mark: string;
  readonly handle: CommandHandle;
  readonly ended: Promise<ProcessEnd>;
  readonly stdout: ReturnType<typeof createByteQueue>;
  readonly stderr: ReturnType<typeof createByteQueue>;
  readonly stream: AbortController;
}

function running({
  machine,
  settings,
  mark,
  handle,
  stdout,
  stderr,
  stream,
  ...parts
}: Running): SandboxProcess {
  const { requestTimeoutMs } = settings;
  const lost = deferred<never>();
  const over = new AbortController();
  const endTree = (): Promise<void> => signalTree(machine, settings, mark, "SIGKILL");
  const ended = Promise.race([parts.ended, lost.promise]).then(
    async (end) => {
      over.abort();
      // The supervisor itself was ended, so it could not end what it had started.
      if (end.exitCode === null) await endTree();
      stdout.end();
      stderr.end();
      return end;
    },
    (error: unknown) => {
      over.abort();
      stream.abort(error);
      // What was printed meanwhile is gone, so the program is of no use any more.
      void endTree().catch(() => {}); // a machine that cannot be reached ends with its life
      throw error;
    },
  );
  const send = createStdinSender(async (bytes) => {
    try {
      // A program that does not read holds this request up; that is no failure.
      await handle.sendStdin(bytes, { requestTimeoutMs: 0, signal: over.signal });
    } catch (error) {
      if (!over.signal.aborted && !isGone(error) && !isRefusal(error)) lost.reject(error);
      throw error;
    }
  });
  return createProcess({
    id: `${machine.sandboxId}:${handle.pid}`,
    stdout,
    stderr,
    ended,
    pipelined: true,
    writeStdin: send,
    closeStdin: () => closeStdin(handle, requestTimeoutMs),
    async kill(signal) {
      // Nobody may be reading; the end of the program comes behind what it had printed.
      if (signal === "SIGKILL") stdout.release();
      try {
        await signalTree(machine, settings, mark, signal);
      } catch (error) {
        lost.reject(error);
        throw error;
      }
      if (signal === "SIGKILL") void loseLater(over.signal, requestTimeoutMs, lost.reject);
    },
  });
}

/** Signals a program and all it has started, by a command of its own: the SDK only knows SIGKILL, for one process. */
async function signalTree(
  machine: Machine,
  { requestTimeoutMs, user }: Settings,
  mark: string,
  signal: "SIGTERM" | "SIGKILL",
): Promise<void> {
  try {
    const handle = await machine.commands.run(signalScript(mark, signal), {
      background: true,
      stdin: false,
      timeoutMs: requestTimeoutMs,
      requestTimeoutMs,
      ...(user === undefined ? {} : { user }),
    });
    await commandEnd(handle);
  } catch (error) {
    throw toSandboxError(error, { what: "end a program", failure: "state_lost" });
  }
}

async function closeStdin(handle: CommandHandle, requestTimeoutMs: number): Promise<void> {
  try {
    await handle.closeStdin({ requestTimeoutMs });
  } catch (error) {
    if (isGone(error)) return;
    if (/support closeStdin/.test((error as Error).message)) {
      throw new SandboxError("unsupported", {
        message: "The template is too old to close a program's stdin.",
        sandbox: sandboxId,
        cause: error,
        remedy: "Build the template again.",
      });
    }
    throw toSandboxError(error, { what: "close a program's stdin", failure: "state_lost" });
  }
}

/** A program that was killed ends within a moment; if nothing tells so, its stream is dead. */
async function loseLater(over: AbortSignal, ms: number, lose: (error: unknown) => void): Promise<void> {
  const expired = await delay(ms, true, { signal: over }).catch(() => false); // it has ended in time
  if (expired) lose(new Error("The service does not report the end of a program that was killed."));
}

// The machine answered that the program does not take the bytes: it has closed its stdin.
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(13: |9: )?\[?(internal|failed_precondition)/i.test(error.message.replace(/^\d+: /, ""))
  );
}

function neverReady(): never {
  throw new SandboxError("spawn_failed", {
    message: "The machine's shell ended before it had started the program.",
    sandbox: sandboxId,
    remedy: "Look at the shell profile of the template; it must have bash and grep.",
  });
}

function notStartable(word: Greeting, { command }: CheckedCommand): SandboxError {
  const message =
    word === "directory"
      ? `The working directory of "${command}" is missing in the sandbox.`
      : `The program "${command}" was not found in the sandbox.`;
  return new SandboxError("spawn_failed", { message, sandbox: sandboxId, detail: "ENOENT" });
}

function deferred<T>(): {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
