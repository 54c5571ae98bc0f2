/** Why a process ended, from evidence of the backend; never a guess. */
export type ProcessExitReason =
  /** It returned `exitCode`. */
  | "exited"
  /** A signal that we did not send. */
  | "signaled"
  /** Ended by `kill()`, `close()` or an aborted signal. */
  | "killed"
  /** Ended by the deadline of `exec`. */
  | "timeout"
  /** Ended for the memory it used. */
  | "oom"
  /** The backend is gone; what became of the program is not known. */
  | "backend-lost"
  /** It ended, and the backend does not say how. */
  | "unknown";

/** How a process ended. */
export interface ProcessExit {
  readonly reason: ProcessExitReason;
  /** `null` unless the program returned a code. */
  readonly exitCode: number | null;
  /** POSIX name of the signal that ended it, where known. */
  readonly signal?: string;
}

/** What `exec` returns. */
export interface ExecResult extends ProcessExit {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** A stream was longer than `maxOutputBytes`; its first bytes were kept. */
  readonly truncated: boolean;
}

/** A running program: bytes in, bytes out. */
export interface SandboxProcess extends AsyncDisposable {
  /** The backend's handle. Opaque; may be logged. */
  readonly id: string;
  /**
   * Everything the program prints, in order, for one reader. While nobody reads, the program is held up (back-pressure);
   * leaving the loop gives up the rest. It fails only if the backend is lost (`state_lost`).
   */
  readonly stdout: AsyncIterable<Uint8Array>;
  /** As `stdout`, but never holds the program up: unread bytes beyond a bound are dropped, oldest first. */
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Never rejects. Settles after the last byte of both streams has arrived. */
  readonly exit: Promise<ProcessExit>;
  /**
   * Writes in call order; resolves when the bytes were accepted, so that a program that does not read holds the writer up.
   *
   * @throws {SandboxError} `closed` after `closeStdin()` or the end of the program, `state_lost`
   */
  writeStdin(chunk: Uint8Array): Promise<void>;
  /** Half close: the program sees EOF, its output keeps flowing. Idempotent. */
  closeStdin(): Promise<void>;
  /**
   * Signals the whole tree. Default: SIGTERM. Resolves once SIGTERM was delivered, or once nothing is left after
   * SIGKILL. Idempotent, also after the end.
   */
  kill(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}
