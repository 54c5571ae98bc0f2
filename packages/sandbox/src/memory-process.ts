import { type ByteQueue, createByteQueue } from "./byte-queue.ts";
import type { CheckedCommand } from "./command.ts";
import { createProcess, type ProcessEnd } from "./create-process.ts";
import { deferred } from "./deferred.ts";
import { createLatch, type Latch } from "./latch.ts";
import type { MemoryIo, MemoryProgram } from "./memory-program.ts";
import type { SandboxProcess } from "./process.ts";

/** A process of the in-memory sandbox, with the handles a backend would hold. */
export interface MemoryProcess {
  readonly process: SandboxProcess;
  /** Ends it from outside, as a signal that the session did not send. */
  vanish(): void;
  /** Makes it unknown, as a backend that went away. */
  lose(error: Error): void;
}

const stderrLimitBytes = 1024 * 1024;

/** Starts `program`. It runs from the next turn of the event loop on. */
export function startMemoryProcess(
  id: string,
  program: MemoryProgram,
  command: CheckedCommand,
  files: Map<string, Uint8Array>,
): MemoryProcess {
  const stdin = createByteQueue({ limitBytes: 64 * 1024 });
  const stdout = createByteQueue();
  const stderr = createByteQueue({ limitBytes: stderrLimitBytes, overflow: "drop-oldest" });
  const dead = createLatch();
  const ended = deferred<ProcessEnd>();
  let onTerm: (() => void) | undefined;

  const finish = (end: ProcessEnd): void => {
    dead.set(new Error("The program was ended."));
    stdout.end();
    stderr.end();
    ended.resolve(end);
  };
  const io: MemoryIo = {
    args: command.args,
    env: command.env,
    cwd: command.cwd,
    files,
    stdin: untilDead(stdin, dead),
    write: (data) => put(stdout, data, dead),
    writeError: (data) => put(stderr, data, dead),
    sleep: (ms) => sleep(ms, dead),
    onTerm(handler) {
      onTerm = handler;
    },
    fork(child) {
      void run(child, io);
    },
    raise(signal) {
      finish({ exitCode: null, signal });
      return Promise.reject(dead.reason);
    },
  };
  setTimeout(() => {
    void run(program, io).then((exitCode) => finish({ exitCode }));
  });
  const process = createProcess({
    id,
    stdout,
    stderr,
    ended: ended.promise,
    async writeStdin(chunk) {
      if (!stdin.push(chunk.slice())) await stdin.drained();
    },
    async closeStdin() {
      stdin.end();
    },
    async kill(signal) {
      if (signal === "SIGTERM" && onTerm !== undefined) onTerm();
      else finish({ exitCode: null, signal });
    },
  });
  return {
    process,
    vanish: () => finish({ exitCode: null, signal: "SIGKILL" }),
    lose(error) {
      dead.set(error);
      ended.reject(error);
    },
  };
}

async function run(program: MemoryProgram, io: MemoryIo): Promise<number> {
  try {
    return await program(io);
  } catch {
    // A crash of the program, or its unwinding after a kill; finish() keeps the first verdict.
    return 1;
  }
}

async function put(queue: ByteQueue, data: string | Uint8Array, dead: Latch): Promise<void> {
  assertAlive(dead);
  const chunk = typeof data === "string" ? new TextEncoder().encode(data) : data;
  if (queue.push(chunk)) return;
  await queue.drained();
  assertAlive(dead);
}

function assertAlive({ reason }: Latch): void {
  if (reason !== undefined) throw reason;
}

async function* untilDead(source: ByteQueue, dead: Latch): AsyncGenerator<Uint8Array> {
  const forget = dead.on((reason) => source.fail(reason));
  yield* source;
  forget();
}

function sleep(ms: number, dead: Latch): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
    const forget = dead.on((reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
