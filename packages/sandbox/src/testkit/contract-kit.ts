import type { SandboxFeature } from "../feature.ts";
import type { SandboxProcess } from "../process.ts";
import type { Sandbox, SandboxSession } from "../sandbox.ts";
import { posixPrograms } from "./posix-programs.ts";
import type { ContractPrograms } from "./programs.ts";

/** One rule of the sandbox contract. `test(name, options, run)` registers it with vitest and with `node:test`. */
export interface ContractCase {
  /** Stable id, such as `T05`. */
  readonly id: string;
  /** The id and the rule, as a sentence. */
  readonly name: string;
  /** Features without which the rule means nothing. */
  readonly needs: readonly SandboxFeature[];
  /** `skip`: a needed feature was declared missing. `timeout`: milliseconds. */
  readonly options: { readonly skip: boolean; readonly timeout: number };
  run(): Promise<void>;
}

/** Faults of a backend, for adapters with the feature `backend`. */
export interface ContractBackend {
  /** Makes it go away: opening must fail at once, running programs are lost. */
  stop(): Promise<void> | void;
  /** Makes it stop answering. */
  hang(): Promise<void> | void;
  /** Undoes `stop` and `hang`. */
  restore(): Promise<void> | void;
  /** Ends one program behind the adapter's back. */
  vanish(process: SandboxProcess): Promise<void> | void;
}

/** Another process of this host that has opened a sandbox and runs a program in it. */
export interface DoomedParent {
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Whether its program still runs. */
  programRuns(): Promise<boolean>;
}

/** Options of {@link sandboxContract}. */
export interface ContractOptions<S extends Sandbox = Sandbox> {
  /** Every feature that sessions lack; T01 checks that this is the truth. Default: none. */
  readonly missing?: readonly SandboxFeature[];
  /** Replaces single programs of {@link posixPrograms}. */
  readonly programs?: Partial<ContractPrograms>;
  /** For the feature `backend`. Its start deadline must be short, or the case is slow. */
  backend?(sandbox: S): ContractBackend;
  /** A sandbox whose backend or tool is absent. Needed for the feature `backend`, welcome without it. */
  unavailable?(): Sandbox | Promise<Sandbox>;
  /** For the feature `parent-death`. */
  parentDeath?(): Promise<DoomedParent>;
  /**
   * Whether a program with this text among its arguments runs in any session. Default: looks through the processes of
   * this host.
   */
  programRuns?(marker: string): Promise<boolean>;
  /** For `limit-pids` and `limit-memory`: the limits the sandbox was made with. */
  readonly limits?: { readonly pids?: number; readonly memoryBytes?: number };
  /** How long a program is left alone in T19, in milliseconds. Default: 1000; live suites: above a minute. */
  readonly idleMs?: number;
  /** How long a busy backend may take to start a program, in milliseconds; deadlines in the cases leave room. Default: 0. */
  readonly startMs?: number;
  /** Time for each case, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
}

/** A session as the cases use it: what their `needs` promise is there. */
export type ContractSession = SandboxSession & Required<Pick<SandboxSession, "spawn" | "exec" | "files">>;

/** What a group of cases is written with. */
export interface ContractKit<S extends Sandbox = Sandbox> {
  readonly options: ContractOptions<S>;
  readonly programs: ContractPrograms;
  make(): Promise<S>;
  open(): Promise<ContractSession>;
  define(id: string, rule: string, needs: readonly SandboxFeature[], run: () => Promise<void>): ContractCase;
}

export function createKit<S extends Sandbox>(
  make: () => S | Promise<S>,
  options: ContractOptions<S>,
): ContractKit<S> {
  const missing = new Set<string>(options.missing);
  return {
    options,
    programs: { ...posixPrograms, ...options.programs },
    make: async () => make(),
    open: async () => (await (await make()).open()) as ContractSession,
    define: (id, rule, needs, run) => ({
      id,
      name: `${id} ${rule}`,
      needs,
      options: { skip: needs.some((need) => missing.has(need)), timeout: options.timeoutMs ?? 30_000 },
      run,
    }),
  };
}
