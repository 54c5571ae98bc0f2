import { type ChildProcess, spawn as nodeSpawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import {
  cancelledError,
  createProcess,
  type ProcessEnd,
  SandboxError,
  type SandboxProcess,
} from "@x/sandbox";
import { type ProcessTree, processTree } from "./process-tree.ts";
import { readableQueue } from "./readable-queue.ts";
import { readReport } from "./report.ts";

/** Options of {@link runProcess}. */
export interface RunProcessOptions {
  /** A name looked up on the PATH of `env`, or a path. */
  readonly command: string;
  /** Arguments; no shell sees them. Default: none. */
  readonly args?: readonly string[];
  /** The whole environment: nothing of the host's is added. */
  readonly env: Readonly<Record<string, string>>;
  /** A real directory of the host. */
  readonly cwd: string;
  /** Ends the start; later it has no effect. */
  readonly signal?: AbortSignal;
  /** User and group to become; only root can. Default: our own. */
  readonly uid?: number;
  readonly gid?: number;
  /** Given to the program on file descriptor 3, then EOF; file descriptor 4 is open for a report. Default: neither. */
  readonly input?: Uint8Array;
  /** How SIGTERM is delivered. Default: to the whole process group. */
  terminate?(tree: ProcessTree): Promise<void>;
  /** For tests. */
  readonly spawn?: typeof nodeSpawn;
}

/** A {@link SandboxProcess} on this host. */
export interface HostProcess extends SandboxProcess {
  /** Process id of the leader, and id of its group and session. */
  readonly pid: number;
  /** With `input`: what the program wrote on file descriptor 4, up to the first newline or its end. Else empty. */
  readonly report: Promise<string>;
}

const stderrLimitBytes = 1024 * 1024;

/**
 * Runs a program on this host in a session and process group of its own, so that it can be killed with everything it
 * started. When it ends by itself, what it left behind is killed too.
 *
 * @throws {SandboxError} `spawn_failed` with the errno as `detail`, `quota`, `cancelled`
 */
export async function runProcess(options: RunProcessOptions): Promise<HostProcess> {
  if (options.signal?.aborted) throw cancelledError(options.signal);
  const { child, pid } = await startChild(options);
  const tree = processTree(pid);
  const [stdin, stdout, stderr, input, report] = child.stdio as [
    Writable,
    Readable,
    Readable,
    Writable?,
    Readable?,
  ];
  // EPIPE is told by the rejected write; without a listener it would end our own process.
  stdin.on("error", () => {});
  input?.on("error", () => {}).end(options.input);

  const started = createProcess({
    id: String(pid),
    stdout: readableQueue(stdout),
    stderr: readableQueue(stderr, { limitBytes: stderrLimitBytes, overflow: "drop-oldest" }),
    ended: untilEnded(child, tree),
    pipelined: true,
    writeStdin: (chunk) =>
      new Promise((resolve, reject) => {
        stdin.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    closeStdin: () =>
      new Promise((resolve) => {
        stdin.end(() => resolve());
        stdin.once("close", resolve);
      }),
    async kill(signal) {
      if (signal === "SIGKILL") await tree.end();
      else if (options.terminate === undefined) tree.signal(signal);
      else await options.terminate(tree);
    },
  });
  void started.exit.then(() => {
    // A descendant that escaped may still hold the other ends.
    for (const stream of child.stdio) stream?.destroy();
  });
  return { ...started, pid, report: readReport(report) };
}

async function startChild(options: RunProcessOptions): Promise<{ child: ChildProcess; pid: number }> {
  const { spawn = nodeSpawn, args = [], cwd, env, uid, gid } = options;
  const stdio: StdioOptions = options.input === undefined ? "pipe" : ["pipe", "pipe", "pipe", "pipe", "pipe"];
  try {
    const child = spawn(options.command, args, {
      cwd,
      env: { ...env },
      stdio,
      detached: true,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    await once(child, "spawn");
    // A failure to signal or to send is told where it happens.
    child.on("error", () => {});
    if (child.pid === undefined) throw new TypeError("A started process has no id.");
    return { child, pid: child.pid };
  } catch (error) {
    throw await spawnFailed(options, error);
  }
}

async function untilEnded(child: ChildProcess, tree: ProcessTree): Promise<ProcessEnd> {
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once("exit", (...end) => resolve(end));
  });
  await tree.end();
  return { exitCode, signal };
}

const shortages = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

async function spawnFailed(options: RunProcessOptions, cause: unknown): Promise<SandboxError> {
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
