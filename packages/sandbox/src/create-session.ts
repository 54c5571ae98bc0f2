import { type CheckedCommand, type Command, checkCommand } from "./command.ts";
import { settlesWithin, systemTimer, type Timer } from "./deadline.ts";
import { cancelledError, SandboxError } from "./error.ts";
import { execFromSpawn } from "./exec-from-spawn.ts";
import type { SandboxFeature } from "./feature.ts";
import type { SandboxFiles } from "./files.ts";
import { filesFromExec } from "./files-from-exec.ts";
import type { IsolationLevel } from "./isolation.ts";
import { onAbort } from "./on-abort.ts";
import type { SandboxProcess } from "./process.ts";
import type { SandboxSession, SpawnOptions } from "./sandbox.ts";

/** What an adapter knows about one session. {@link createSession} adds the rest of the contract. */
export interface SessionParts {
  /** Unique among open sessions of this program. */
  readonly id: string;
  /** The adapter's id, for error messages. */
  readonly sandbox: string;
  readonly isolation: IsolationLevel;
  /** What the sandbox can do. `spawn`, `exec`, `exec-stdin` and `files` are added by themselves. */
  readonly features?: readonly SandboxFeature[];
  /** Default: `/workspace`. */
  readonly workdir?: string;
  /** Starts a program. The command is checked, `cwd` absolute. Absent: the session has files only. */
  spawn?(command: CheckedCommand, options: { readonly signal: AbortSignal }): Promise<SandboxProcess>;
  /** Releases what the session holds. Called once, after every process has ended. */
  close?(): Promise<void>;
  /** Default: {@link filesFromExec}; `false`: no files. */
  readonly files?: SandboxFiles | false;
  /** `true`: the session offers `exec`, and keeps `spawn` to itself. */
  readonly execOnly?: boolean;
  /** Deadline of one start, in milliseconds. Default: 60 000. */
  readonly startTimeoutMs?: number;
  /** For tests. */
  readonly timer?: Timer;
}

const defaultGraceMs = 2000;

/**
 * Makes a whole {@link SandboxSession} of `spawn` and `close`: checks commands, supplies `exec` and `files`, ends a
 * start that is cancelled or hangs, and ends every process, in whatever state, when the session is closed.
 */
export function createSession(parts: SessionParts): SandboxSession {
  const { workdir = "/workspace", timer = systemTimer } = parts;
  const start = parts.spawn?.bind(parts);
  const closing = new AbortController();
  const running = new Set<SandboxProcess>();
  const starting = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (!closing.signal.aborted) return;
    throw new SandboxError("closed", {
      message: "The sandbox session is closed. Open a new one.",
      sandbox: parts.sandbox,
    });
  };
  const track = (process: SandboxProcess): SandboxProcess => {
    running.add(process);
    void process.exit.then(() => running.delete(process));
    return process;
  };
  const spawn = async (command: Command, { signal }: SpawnOptions = {}): Promise<SandboxProcess> => {
    assertOpen();
    if (signal?.aborted) throw cancelledError(signal, parts.sandbox);
    const checked = checkCommand(command, workdir);
    if (start === undefined) throw new SandboxError("unsupported", { message: "This session cannot spawn." });
    const stop = new AbortController();
    const forget = [onAbort(signal, () => stop.abort()), onAbort(closing.signal, () => stop.abort())];
    let late = false;
    forget.push(
      timer(parts.startTimeoutMs ?? 60_000, () => {
        late = true;
        stop.abort();
      }),
    );
    const begun = start(checked, { signal: stop.signal });
    const arrival = begun.then(
      // A process that arrives after its caller has gone is ended before close() goes on.
      (process) => (stop.signal.aborted ? track(process).kill("SIGKILL") : void track(process)),
      () => {},
    );
    starting.add(arrival);
    void arrival.finally(() => starting.delete(arrival)).catch(() => {});
    try {
      const process = await untilAborted(begun, stop.signal);
      if (!stop.signal.aborted) return process;
      throw stop.signal.reason;
    } catch (error) {
      assertOpen();
      if (signal?.aborted) throw cancelledError(signal, parts.sandbox);
      if (late) throw startTimeout(parts.sandbox, error);
      throw error;
    } finally {
      for (const undo of forget) undo();
    }
  };
  const close = async (graceMs: number): Promise<void> => {
    closing.abort();
    await settlesWithin(Promise.allSettled(starting), graceMs, timer);
    const ends = await Promise.allSettled([...running].map((process) => endProcess(process, graceMs, timer)));
    await parts.close?.();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  const exec = start === undefined ? undefined : execFromSpawn(spawn, timer);
  const files = parts.files === undefined ? exec && filesFromExec(exec, workdir) : parts.files || undefined;
  return {
    id: parts.id,
    isolation: parts.isolation,
    workdir,
    features: new Set<string>([
      ...(parts.features ?? []),
      ...(exec && !parts.execOnly ? ["spawn"] : []),
      ...(exec ? ["exec", "exec-stdin"] : []),
      ...(files ? ["files"] : []),
    ]),
    executor: exec ? "available" : "unavailable",
    ...(exec && !parts.execOnly ? { spawn } : {}),
    ...(exec ? { exec } : {}),
    ...(files ? { files } : {}),
    close: ({ graceMs = defaultGraceMs } = {}) => {
      closed ??= close(graceMs);
      return closed;
    },
    [Symbol.asyncDispose]: () => {
      closed ??= close(defaultGraceMs);
      return closed;
    },
  };
}

async function endProcess(process: SandboxProcess, graceMs: number, timer: Timer): Promise<void> {
  await process.kill("SIGTERM");
  await settlesWithin(process.exit, graceMs, timer);
  await process.kill("SIGKILL");
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

function startTimeout(sandbox: string, cause: unknown): SandboxError {
  return new SandboxError("timeout", {
    message: "The sandbox did not start the program within its deadline.",
    sandbox,
    cause,
  });
}
