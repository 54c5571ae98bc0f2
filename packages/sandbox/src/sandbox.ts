import type { Command } from "./command.ts";
import type { SandboxFiles } from "./files.ts";
import type { IsolationLevel } from "./isolation.ts";
import type { ExecResult, SandboxProcess } from "./process.ts";

/** A way to get sessions. Every adapter exports a factory of one. Making it starts nothing. */
export interface Sandbox {
  /** Which adapter this is, for example `docker`. */
  readonly id: string;
  /** How far its sessions keep programs away from the host. */
  readonly isolation: IsolationLevel;
  /**
   * Probes the backend and opens a session. It never falls back to anything weaker.
   *
   * @throws {SandboxError} `unavailable` with a `remedy`, `timeout`, `cancelled`, `quota`
   */
  open(options?: SandboxOpenOptions): Promise<SandboxSession>;
  /** Removes what killed processes of this owner left in the backend. Never touches things of other owners. */
  sweep?(options?: { readonly signal?: AbortSignal }): Promise<SweepResult>;
}

/** Options of {@link Sandbox.open}. */
export interface SandboxOpenOptions {
  /** Words stored with the session where the backend can store them. Never secrets. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Aborting it ends the opening; the session is not affected later. */
  readonly signal?: AbortSignal;
}

/** What {@link Sandbox.sweep} did. */
export interface SweepResult {
  readonly removed: number;
  readonly failed: number;
}

/** One place where programs run and files live. `spawn` and `exec` are there only if the session can do them. */
export interface SandboxSession extends AsyncDisposable {
  /** Unique among open sessions of this program. */
  readonly id: string;
  /** How far this session keeps programs away from the host. */
  readonly isolation: IsolationLevel;
  /** Absolute POSIX path, `/workspace` in every adapter of this project; mapped where it is no real path. */
  readonly workdir: string;
  /** What this session can do: names of {@link sandboxFeatures}, and further ones of the adapter. */
  readonly features: ReadonlySet<string>;
  /** `unavailable`: files only, neither `spawn` nor `exec`. */
  readonly executor: "available" | "unavailable";
  /**
   * Starts a program that keeps running. The signal bounds the start only; afterwards `kill()` ends the process.
   *
   * @throws {SandboxError} `spawn_failed`, `cancelled`, `closed`, `invalid_argument`, `invalid_path`, `timeout`
   */
  spawn?(command: Command, options?: SpawnOptions): Promise<SandboxProcess>;
  /**
   * Runs a program to its end. An exit code other than 0 is a result, not an error, and so is the deadline
   * (`reason: "timeout"`).
   *
   * @throws {SandboxError} `spawn_failed`, `cancelled`, `closed`, `invalid_argument`, `invalid_path`, `timeout`
   */
  exec?(command: Command, options?: ExecOptions): Promise<ExecResult>;
  /** Files inside the session, seen through the sandbox itself. */
  readonly files?: SandboxFiles;
  /** Ends every process and releases the session. Idempotent; concurrent calls share one result. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** Options of {@link SandboxSession.spawn}. */
export interface SpawnOptions {
  /** Aborting it while the program starts ends the start; later it has no effect. */
  readonly signal?: AbortSignal;
  /** As {@link ExecOptions.purpose}. */
  readonly purpose?: "install";
}

/** Options of {@link SandboxSession.exec}. */
export interface ExecOptions {
  /** Written to the program, then EOF. Absent: EOF at once. */
  readonly stdin?: Uint8Array;
  /** Deadline in milliseconds, above 0; then the whole tree is killed. Absent: none. */
  readonly timeoutMs?: number;
  /** Bytes kept of each stream; the rest is read, dropped and flagged. Default: 10 MiB. */
  readonly maxOutputBytes?: number;
  /** Aborting it kills the whole tree and rejects with `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * `install`: the operator's step that prepares the session. A sandbox may be made to give it what programs do not
   * get, such as a network; others make no difference. Default: a program.
   */
  readonly purpose?: "install";
}
