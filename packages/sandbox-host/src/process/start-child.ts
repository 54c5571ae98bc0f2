import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { ByteQueue, ProcessEnd } from "@x/sandbox";
import type { HiddenDescriptors } from "./hide-descriptors.ts";
import { childProcess, events } from "./node-builtins.ts";
import { readableQueue } from "./readable-queue.ts";
import { readReport } from "./report.ts";
import type { RunProcessOptions } from "./run-process.ts";
import { spawnFailed } from "./spawn-failed.ts";

/** A child of ours with everything attached that must not be missed. */
export interface StartedChild {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: ByteQueue;
  readonly stderr: ByteQueue;
  readonly report: Promise<string>;
  readonly exit: Promise<ProcessEnd>;
  /** Lets go of all streams. */
  destroy(): void;
}

const stderrLimitBytes = 1024 * 1024;

/** @throws {SandboxError} `spawn_failed`, `quota` */
export async function startChild(options: RunProcessOptions): Promise<StartedChild> {
  const { spawn = childProcess.spawn, args = [], cwd, env, uid, gid } = options;
  const pipes = Array<"pipe">(
    options.input === undefined ? 3 : options.secondInput === undefined ? 5 : 6,
  ).fill("pipe");
  try {
    await using hidden = options.hideDescriptors ? await hide(pipes) : undefined;
    const child = spawn(options.command, args, {
      cwd,
      env: { ...env },
      stdio: hidden?.stdio ?? pipes,
      detached: true,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    // A program may end before we are back here: whatever is not attached now could be missed.
    const attached = child.pid === undefined ? undefined : attach(child, child.pid, options);
    await events.once(child, "spawn");
    // A failure to signal or to send is told where it happens.
    child.on("error", () => {});
    if (attached !== undefined) return attached;
    throw new TypeError("A started process has no id.");
  } catch (error) {
    throw await spawnFailed(options, error);
  }
}

/** Loaded where it is used: only isolating sandboxes need it. */
async function hide(pipes: readonly "pipe"[]): Promise<HiddenDescriptors> {
  const { hideDescriptors } = await import("./hide-descriptors.ts");
  return hideDescriptors(pipes);
}

function attach(child: ChildProcess, pid: number, options: RunProcessOptions): StartedChild {
  const { input: data, secondInput: secondData } = options;
  const [stdin, stdout, stderr, input, report, secondInput] = child.stdio as [
    Writable,
    Readable,
    Readable,
    Writable?,
    Readable?,
    Writable?,
  ];
  // EPIPE is told by the rejected write; without a listener it would end our own process.
  stdin.on("error", () => {});
  if (data !== undefined) input?.on("error", () => {}).end(data);
  if (secondData !== undefined) secondInput?.on("error", () => {}).end(secondData);
  return {
    pid,
    stdin,
    stdout: readableQueue(stdout),
    stderr: readableQueue(stderr, { limitBytes: stderrLimitBytes, overflow: "drop-oldest" }),
    report: readReport(data === undefined ? undefined : report),
    exit: new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    }),
    destroy() {
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}
