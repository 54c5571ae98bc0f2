import type { Sandbox, SandboxProcess, SandboxSession } from "@x/sandbox";
import { sessionWith } from "../places/session-with.ts";

/** A process that a server runs in. */
export interface WatchedProcess {
  readonly id: string;
  kill(): Promise<void>;
}

/** A sandbox that remembers which process it started for which server, so that the demo can show and kill it. */
export interface WatchedSandbox extends Sandbox {
  /** How many processes were started so far. */
  readonly started: number;
  /** The processes that run now. */
  readonly running: readonly WatchedProcess[];
  /** An install step runs now. */
  readonly installing: boolean;
}

/** What a watched sandbox tells. */
export interface SandboxWatcher {
  started?(processId: string): void;
  /** `how` is a word such as `exited` and, where there is one, the exit code or signal. */
  ended?(processId: string, how: string): void;
  /** An install step begins or has ended. */
  installing?(yes: boolean): void;
}

/** Wraps a sandbox; everything goes to it unchanged. */
export function watchSandbox(sandbox: Sandbox, watcher: SandboxWatcher = {}): WatchedSandbox {
  const running = new Set<SandboxProcess>();
  let started = 0;
  let installs = 0;

  const follow = async (process: SandboxProcess): Promise<void> => {
    started += 1;
    running.add(process);
    watcher.started?.(process.id);
    const { reason, exitCode, signal } = await process.exit;
    running.delete(process);
    watcher.ended?.(process.id, [reason, exitCode ?? signal].filter((word) => word !== undefined).join(" "));
  };

  const installing = async <T>(step: () => Promise<T>): Promise<T> => {
    installs += 1;
    watcher.installing?.(true);
    try {
      return await step();
    } finally {
      installs -= 1;
      watcher.installing?.(false);
    }
  };

  const watch = (session: SandboxSession): SandboxSession => {
    const spawn = session.spawn?.bind(session);
    const exec = session.exec?.bind(session);
    return sessionWith(session, {
      ...(spawn && {
        spawn: async (...args) => {
          const process = await spawn(...args);
          void follow(process);
          return process;
        },
      }),
      ...(exec && {
        exec: (...args) => (args[1]?.purpose === "install" ? installing(() => exec(...args)) : exec(...args)),
      }),
    });
  };

  return {
    id: sandbox.id,
    isolation: sandbox.isolation,
    get started() {
      return started;
    },
    get installing() {
      return installs > 0;
    },
    get running() {
      return [...running].map((process) => ({ id: process.id, kill: () => process.kill("SIGKILL") }));
    },
    open: async (options) => watch(await sandbox.open(options)),
  };
}
