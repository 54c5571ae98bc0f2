import { type ByteQueue, createByteQueue, pump } from "./byte-queue.ts";
import { settlesWithin, systemTimer, type Timer } from "./deadline.ts";
import { SandboxError } from "./error.ts";
import type { ProcessExit, ProcessExitReason, SandboxProcess } from "./process.ts";
import { createStdin } from "./stdin.ts";

/** How a backend says that a program ended. Leave `reason` out unless the backend knows it better. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal?: string | null;
  readonly reason?: ProcessExitReason;
}

/** What an adapter knows about one running program. {@link createProcess} adds the rest of the contract. */
export interface ProcessParts {
  /** The backend's handle. */
  readonly id: string;
  /** The program's output, as the backend gives it. A {@link ByteQueue} is used as it is. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Settles when the program has ended; a rejection means that the backend is lost. */
  readonly ended: Promise<ProcessEnd>;
  /** Sends bytes; resolves when they were accepted. Called one at a time unless `pipelined`. */
  writeStdin(chunk: Uint8Array): Promise<void>;
  /** Gives EOF to the program. Called once, after the last write. */
  closeStdin(): Promise<void>;
  /** Signals the whole tree. Not called after the end. */
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** `writeStdin` keeps the order of calls itself, so they need not wait for each other. Default: `false`. */
  readonly pipelined?: boolean;
  /** How long streams may stay open after the end of the program, in milliseconds. Default: 1000. */
  readonly drainMs?: number;
  /** For tests. */
  readonly timer?: Timer;
}

const stderrLimitBytes = 1024 * 1024;

/**
 * Makes a whole {@link SandboxProcess} of what an adapter has: ordered stdin that rejects after its end, back-pressure,
 * a bounded stderr, idempotent kills, and an `exit` that never rejects and comes after the last byte.
 */
export function createProcess(parts: ProcessParts): SandboxProcess {
  const { drainMs = 1000, timer = systemTimer } = parts;
  const stdout = asQueue(parts.stdout, createByteQueue);
  const stderr = asQueue(parts.stderr, () =>
    createByteQueue({ limitBytes: stderrLimitBytes, overflow: "drop-oldest" }),
  );
  const stdin = createStdin(parts);
  const sent = new Set<KillSignal>();
  let over = false;

  const exit = (async (): Promise<ProcessExit> => {
    let end: ProcessEnd;
    try {
      end = await parts.ended;
    } catch (cause) {
      over = true;
      const lost = backendLost(cause);
      stdout.fail(lost);
      stderr.fail(lost);
      stdin.end(lost);
      return { reason: "backend-lost", exitCode: null };
    }
    over = true;
    stdin.end(
      new SandboxError("closed", { message: "The program has ended; its stdin takes no more bytes." }),
    );
    stdout.release();
    await settlesWithin(Promise.all([stdout.ended, stderr.ended]), drainMs, timer);
    stdout.end();
    stderr.end();
    return toExit(end, sent);
  })();

  const kill = async (signal: KillSignal = "SIGTERM"): Promise<void> => {
    if (!Object.hasOwn(shellCodes, signal))
      throw new SandboxError("invalid_argument", {
        message: "A signal must be SIGTERM or SIGKILL. Nothing was sent.",
      });
    if (over) {
      if (signal === "SIGKILL") await exit;
      return;
    }
    sent.add(signal);
    await parts.kill(signal);
    if (signal === "SIGKILL") await exit;
  };
  return {
    id: parts.id,
    stdout,
    stderr,
    exit,
    writeStdin: stdin.write,
    closeStdin: stdin.close,
    kill,
    [Symbol.asyncDispose]: () => kill("SIGKILL"),
  };
}

type KillSignal = "SIGTERM" | "SIGKILL";
// What a shell or an engine returns for a program that died of this signal.
const shellCodes = { SIGTERM: 143, SIGKILL: 137 };

function toExit(end: ProcessEnd, sent: ReadonlySet<KillSignal>): ProcessExit {
  const signal = end.signal ?? undefined;
  if (end.reason !== undefined) {
    return { reason: end.reason, exitCode: end.exitCode, ...(signal === undefined ? {} : { signal }) };
  }
  if (signal !== undefined) {
    return { reason: sent.size === 0 ? "signaled" : "killed", exitCode: null, signal };
  }
  for (const name of sent) {
    if (end.exitCode === shellCodes[name]) return { reason: "killed", exitCode: null, signal: name };
  }
  return { reason: end.exitCode === null ? "unknown" : "exited", exitCode: end.exitCode };
}

function backendLost(cause: unknown): SandboxError {
  return new SandboxError("state_lost", {
    message: "The sandbox's backend was lost; what became of the program is not known.",
    cause,
  });
}

function asQueue(source: AsyncIterable<Uint8Array>, make: () => ByteQueue): ByteQueue {
  if ("push" in source && "drained" in source) return source as ByteQueue;
  const queue = make();
  void pump(source, queue);
  return queue;
}
