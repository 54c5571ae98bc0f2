import { checkSandboxOptions } from "./check-sandbox-options.ts";
import { type CheckedCommand, checkCommand } from "./command.ts";
import { systemTimer, type Timer } from "./deadline.ts";
import { SandboxError } from "./error.ts";
import { execFromSpawn } from "./exec-from-spawn.ts";
import type { SandboxFeature } from "./feature.ts";
import type { SandboxFiles } from "./files.ts";
import { filesFromExec } from "./files-from-exec.ts";
import type { IsolationLevel } from "./isolation.ts";
import type { ExecResult, SandboxProcess } from "./process.ts";
import type { ExecOptions, SandboxSession, SpawnOptions } from "./sandbox.ts";
import { createSessionWork, type SessionWork } from "./session-work.ts";

/** What an adapter knows about one session. {@link createSession} adds the rest of the contract. */
export interface SessionParts {
  /** Unique among open sessions of this program. */
  readonly id: string;
  /** The adapter's id, for error messages. */
  readonly sandbox: string;
  readonly isolation: IsolationLevel;
  /** What the sandbox can do. The methods that are there, and what an `exec` made of `spawn` can do, are added. */
  readonly features?: readonly SandboxFeature[];
  /** Default: `/workspace`. */
  readonly workdir?: string;
  /** Starts a program. The command is checked, `cwd` absolute. On `signal` the start should end. */
  spawn?(
    command: CheckedCommand,
    options: SpawnOptions & { readonly signal: AbortSignal },
  ): Promise<SandboxProcess>;
  /** Runs a program to its end, for backends that cannot spawn. Default: made of `spawn`. */
  exec?(
    command: CheckedCommand,
    options: ExecOptions & { readonly signal: AbortSignal },
  ): Promise<ExecResult>;
  /** Releases what the session holds. Called once, after every process has ended. */
  close?(): Promise<void>;
  /** Default: {@link filesFromExec}; `false`: no files. */
  readonly files?: SandboxFiles | false;
  /** Leaves one of the two methods out. Default: the session offers what can be made. */
  readonly offers?: "exec" | "spawn";
  /** Deadline of one start, in milliseconds. Default: 60 000. */
  readonly startTimeoutMs?: number;
  /** For tests. */
  readonly timer?: Timer;
}

const defaultGraceMs = 2000;
const longestAbandonMs = 5000;

/**
 * Makes a whole {@link SandboxSession} of `spawn` and `close`: checks commands, supplies `exec` and `files`, ends a
 * start that is cancelled or hangs, and ends every process, in whatever state, when the session is closed.
 */
export function createSession(parts: SessionParts): SandboxSession {
  checkSandboxOptions(parts, parts?.sandbox);
  const { workdir = "/workspace", timer = systemTimer } = parts;
  const { startTimeoutMs = 60_000 } = parts;
  const work = createSessionWork(parts.sandbox, timer, Math.min(startTimeoutMs, longestAbandonMs));
  const spawn = guardSpawn(parts, work, workdir);
  const exec =
    parts.offers === "spawn"
      ? undefined
      : (guardExec(parts, work, workdir) ?? (spawn && execFromSpawn(spawn, timer)));
  const own = parts.files || filesOfExec(parts, exec, workdir);
  const files = own && guardFiles(own, work);
  const methods = {
    ...(spawn && parts.offers !== "exec" ? { spawn } : {}),
    ...(exec ? { exec } : {}),
    ...(files ? { files } : {}),
  };
  let closed: Promise<void> | undefined;
  const close = async ({ graceMs = defaultGraceMs } = {}): Promise<void> => {
    try {
      await work.close(graceMs);
    } finally {
      await parts.close?.();
    }
  };
  return {
    id: parts.id,
    isolation: parts.isolation,
    workdir,
    features: new Set<string>([
      ...(parts.features ?? []),
      ...Object.keys(methods),
      ...(exec && spawn && !parts.exec ? ["exec-stdin", "timeout-output"] : []),
    ]),
    executor: spawn || exec ? "available" : "unavailable",
    ...methods,
    close(options) {
      try {
        checkSandboxOptions(options, parts.sandbox);
      } catch (error) {
        // What is refused closes nothing, and the next call does.
        return Promise.reject(error);
      }
      closed ??= close(options);
      return closed;
    },
    [Symbol.asyncDispose]: () => {
      closed ??= close();
      return closed;
    },
  };
}

function guardSpawn(parts: SessionParts, work: SessionWork, workdir: string): SandboxSession["spawn"] {
  if (parts.spawn === undefined) return undefined;
  const start = parts.spawn.bind(parts);
  return async (command, options = {}) => {
    work.assertOpen();
    checkSandboxOptions(options, parts.sandbox);
    const { signal, purpose } = options;
    const checked = checkCommand(command, workdir);
    return work.run(
      async (stop) => {
        const process = await start(checked, { signal: stop, ...(purpose && { purpose }) });
        work.track(process);
        return process;
      },
      {
        signal,
        timeoutMs: parts.startTimeoutMs ?? 60_000,
        discard: (process) => process.kill("SIGKILL"),
      },
    );
  };
}

function guardExec(parts: SessionParts, work: SessionWork, workdir: string): SandboxSession["exec"] {
  if (parts.exec === undefined) return undefined;
  const exec = parts.exec.bind(parts);
  return async (command, options = {}) => {
    work.assertOpen();
    checkSandboxOptions(options, parts.sandbox);
    const checked = checkCommand(command, workdir);
    return work.run((stop) => exec(checked, { ...options, signal: stop }), { signal: options.signal });
  };
}

function guardFiles(files: SandboxFiles, work: SessionWork): SandboxFiles {
  const guard =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      work.assertOpen();
      return method(...args);
    };
  return {
    read: guard((path, options) => {
      checkSandboxOptions(options);
      return files.read(path, options);
    }),
    write: guard((path, data) => {
      if (data instanceof Uint8Array) return files.write(path, data);
      throw new SandboxError("invalid_argument", {
        message: "The content of a file must be a Uint8Array; encode text first. Nothing was written.",
      });
    }),
    list: guard((...args) => files.list(...args)),
    remove: guard((...args) => files.remove(...args)),
  };
}

function filesOfExec(
  parts: SessionParts,
  exec: SandboxSession["exec"],
  workdir: string,
): SandboxFiles | undefined {
  return parts.files === false || exec === undefined ? undefined : filesFromExec(exec, workdir);
}
