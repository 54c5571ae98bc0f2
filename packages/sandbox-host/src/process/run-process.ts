import type { spawn as nodeSpawn } from "node:child_process";
import { cancelledError, createProcess, type ProcessEnd, type SandboxProcess } from "@x/sandbox";
import { type ProcessTree, processTree } from "./process-tree.ts";
import { type StartedChild, startChild } from "./start-child.ts";

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
  /** With `input`: given on file descriptor 5, then EOF. Default: there is no such descriptor. */
  readonly secondInput?: Uint8Array;
  /**
   * Puts `/dev/null` in the place of descriptors that our own parent left open, so that an isolated program does not
   * inherit them (Linux). Default: `false`.
   */
  readonly hideDescriptors?: boolean;
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

/**
 * Runs a program on this host in a session and process group of its own, so that it can be killed with everything it
 * started. When it ends by itself, what it left behind is killed too.
 *
 * @throws {SandboxError} `spawn_failed` with the errno as `detail`, `quota`, `cancelled`
 */
export async function runProcess(options: RunProcessOptions): Promise<HostProcess> {
  if (options.signal?.aborted) throw cancelledError(options.signal);
  const child = await startChild(options);
  const { pid, stdin, stdout, stderr, report } = child;
  const tree = processTree(pid);
  const started = createProcess({
    id: String(pid),
    stdout,
    stderr,
    ended: untilEnded(child, tree),
    pipelined: true,
    writeStdin: (chunk) =>
      new Promise((resolve, reject) => {
        // Node calls a write that was cut off by the end of the program a success, but for the destroyed stream.
        stdin.write(chunk, (error) => (error || stdin.destroyed ? reject(error ?? cutOff()) : resolve()));
      }),
    async closeStdin() {
      // A program may end by this and leave behind what has a session of its own, such as a browser: see who is there.
      if (!stdin.destroyed) await tree.note();
      await endStdin(stdin);
    },
    async kill(signal) {
      if (signal === "SIGKILL") return tree.end();
      await tree.note();
      if (options.terminate === undefined) tree.signal(signal);
      else await options.terminate(tree);
    },
  });
  // A descendant that escaped may still hold the other ends.
  void started.exit.then(child.destroy);
  if (options.signal?.aborted) {
    await started.kill("SIGKILL");
    throw cancelledError(options.signal);
  }
  return { ...started, pid, report };
}

function endStdin(stdin: StartedChild["stdin"]): Promise<void> {
  return new Promise((resolve) => {
    // Node destroys the stream when the program ends, and then calls nobody back.
    if (stdin.destroyed) return resolve();
    stdin.once("close", resolve);
    stdin.end(() => resolve());
  });
}

async function untilEnded({ exit }: StartedChild, tree: ProcessTree): Promise<ProcessEnd> {
  const end = await exit;
  await tree.end();
  return end;
}

function cutOff(): Error {
  return new Error("The program ended before it had read this.");
}
