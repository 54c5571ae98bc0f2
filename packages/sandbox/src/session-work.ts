import { settlesWithin, type Timer } from "./deadline.ts";
import { cancelledError, isSandboxError, SandboxError } from "./error.ts";
import { interruptible } from "./interruptible.ts";
import { createLatch } from "./latch.ts";
import type { SandboxProcess } from "./process.ts";

/** Everything that runs in a session, so that closing it leaves nothing. */
export interface SessionWork {
  /** @throws {SandboxError} `closed` */
  assertOpen(): void;
  /** Runs one start or one whole command; a process that arrives after its caller has gone is killed. */
  run<T>(begin: (signal: AbortSignal) => Promise<T>, limits: WorkLimits<T>): Promise<T>;
  /** Remembers a process until it has ended. */
  track(process: SandboxProcess): void;
  /** Refuses new work, ends what runs, and resolves when nothing is left. */
  close(graceMs: number): Promise<void>;
}

/** Limits of one piece of {@link SessionWork}. */
export interface WorkLimits<T> {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  discard?(late: T): Promise<void>;
}

/** Makes the work of one session. `abandonMs`: how long `close()` waits for a start that does not heed its end. */
export function createSessionWork(sandbox: string, timer: Timer, abandonMs: number): SessionWork {
  const closing = createLatch();
  const running = new Set<SandboxProcess>();
  const pending = new Set<Promise<void>>();

  const assertOpen = (): void => {
    if (closing.reason !== undefined) throw closing.reason;
  };
  return {
    assertOpen,
    async run(begin, { signal, timeoutMs, discard }) {
      assertOpen();
      if (signal?.aborted) throw cancelledError(signal, sandbox);
      const { result, settled } = interruptible(begin, { sandbox, signal, timeoutMs, closing, timer });
      const ended = settled.then(({ late }) => (late === undefined ? undefined : discard?.(late)));
      // A discard that fails means that the backend is gone, and the late process with it.
      const quiet = ended.then(undefined, () => {});
      pending.add(quiet);
      void quiet.then(() => pending.delete(quiet));
      try {
        return await result;
      } catch (error) {
        throw isSandboxError(error) ? error : notStarted(sandbox, error);
      }
    },
    track(process) {
      running.add(process);
      void process.exit.then(() => running.delete(process));
    },
    async close(graceMs) {
      closing.set(
        new SandboxError("closed", { message: "The sandbox session is closed. Open a new one.", sandbox }),
      );
      await settlesWithin(Promise.all(pending), Math.max(graceMs, abandonMs), timer);
      const ends = await Promise.allSettled([...running].map((process) => end(process, graceMs, timer)));
      for (const result of ends) if (result.status === "rejected") throw result.reason;
    },
  };
}

async function end(process: SandboxProcess, graceMs: number, timer: Timer): Promise<void> {
  await process.kill("SIGTERM");
  await settlesWithin(process.exit, graceMs, timer);
  await process.kill("SIGKILL");
}

function notStarted(sandbox: string, cause: unknown): SandboxError {
  const detail = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return new SandboxError("spawn_failed", {
    message: "The sandbox could not start the program. The cause says more.",
    sandbox,
    cause,
    ...(detail === undefined ? {} : { detail }),
  });
}
