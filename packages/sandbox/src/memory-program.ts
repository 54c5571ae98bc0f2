/**
 * A program of the in-memory sandbox: a function. What it returns is its exit code; what it throws ends it like a crash
 * (exit code 1). Once it is killed, every call on `io` rejects, so that it unwinds.
 */
export type MemoryProgram = (io: MemoryIo) => Promise<number> | number;

/** What a {@link MemoryProgram} can do. */
export interface MemoryIo {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes to stdout; waits while nobody reads. */
  write(data: string | Uint8Array): Promise<void>;
  /** Writes to stderr. */
  writeError(data: string | Uint8Array): Promise<void>;
  /** Files of the session, by absolute path. */
  readonly files: Map<string, Uint8Array>;
  /** Waits; rejects when the program is killed. */
  sleep(ms: number): Promise<void>;
  /** Handles SIGTERM. Without a handler SIGTERM ends the program. */
  onTerm(handler: () => void): void;
  /** Starts a child in the same tree; it shares the streams, and outlives its parent only if the tree is not killed. */
  fork(program: MemoryProgram): void;
  /** Ends the program the way this signal would. */
  raise(signal: string): Promise<never>;
}
