import { type AutoSandboxReport, openStrongest } from "./auto-sandbox-choice.ts";
import { checkSandboxOptions } from "./check-sandbox-options.ts";
import { isSandboxError, SandboxError } from "./error.ts";
import { compareIsolation, type IsolationLevel, isolationLevels, meetsIsolation } from "./isolation.ts";
import type { Sandbox, SandboxOpenOptions, SandboxSession, SweepResult } from "./sandbox.ts";
import { createTurns } from "./turns.ts";

/** Options of {@link autoSandbox}. */
export interface AutoSandboxOptions {
  /** The weakest level that may be taken. There is no default: `none` is written by whoever accepts no isolation. */
  readonly minimum: IsolationLevel;
  /** What may be taken, in any order; of the same level the earlier one is preferred. Nothing else ever is. */
  readonly candidates: readonly Sandbox[];
  /** Told which candidate was taken or that none could be, and why, each time that a choice was made. */
  onChoice?(report: AutoSandboxReport): void;
}

/** A {@link Sandbox} that is the strongest of several that is really there. */
export interface AutoSandbox extends Sandbox {
  /** The level of the weakest candidate that may be taken; a session says which level it really has. */
  readonly isolation: IsolationLevel;
  /** The last choice; undefined before the first `open()`. */
  readonly report: AutoSandboxReport | undefined;
}

const id = "auto";

/**
 * Takes the strongest of the candidates that is really there, which the first `open()` finds out by opening them from
 * the strongest on. It is never one below the minimum. The choice stays: if the chosen one fails later, so does
 * `open()`, rather than to go on with a weaker one.
 *
 * Only a candidate that is missing (`unavailable`, `unsupported`, `timeout`), that runs nothing or that is weaker than
 * it said is passed over; any other failure is thrown.
 *
 * @throws {SandboxError} `policy` if no candidate meets the minimum, `invalid_argument`; from `open()` also
 * `unavailable` if none is there, with the reason of each
 */
export function autoSandbox(options: AutoSandboxOptions): AutoSandbox {
  checkSandboxOptions({ ...options, candidates: options?.candidates ?? null }, id);
  const { minimum } = options;
  const candidates = [...options.candidates].sort((a, b) => compareIsolation(b.isolation, a.isolation));
  const allowed = candidates.filter(({ isolation }) => meetsIsolation(isolation, minimum));
  const weakest = checked(minimum, candidates, allowed);
  const turns = createTurns(id);
  let chosen: Sandbox | undefined;
  let report: AutoSandboxReport | undefined;

  const choose = async (open: SandboxOpenOptions): Promise<SandboxSession> => {
    const choice = await openStrongest({ minimum, candidates, open });
    report = choice.report;
    try {
      options.onChoice?.(report);
    } catch (error) {
      await choice.session?.close();
      throw error;
    }
    if (choice.session === undefined) throw choice.error;
    chosen = choice.sandbox;
    return choice.session;
  };

  return {
    id,
    isolation: weakest.isolation,
    get report() {
      return report;
    },
    async open(open = {}) {
      checkSandboxOptions(open, id);
      if (chosen !== undefined) return chosen.open(open);
      // One at a time, so that all of them get the same one; each with a signal of its own.
      return turns.take(open.signal, () => (chosen === undefined ? choose(open) : chosen.open(open)));
    },
    async sweep(sweeping) {
      let total = nothing;
      // What a killed process left may be in any of them.
      for (const sandbox of chosen === undefined ? allowed : [chosen]) {
        const { removed, failed } = await sweepIfThere(sandbox, sweeping);
        total = { removed: total.removed + removed, failed: total.failed + failed };
      }
      return total;
    },
  };
}

async function sweepIfThere(
  sandbox: Sandbox,
  options: Parameters<NonNullable<Sandbox["sweep"]>>[0],
): Promise<SweepResult> {
  try {
    return (await sandbox.sweep?.(options)) ?? nothing;
  } catch (error) {
    if (isSandboxError(error) && error.code === "unavailable") return nothing;
    throw error;
  }
}

const nothing: SweepResult = { removed: 0, failed: 0 };

/** The weakest of the allowed candidates. */
function checked(
  minimum: IsolationLevel,
  candidates: readonly Sandbox[],
  allowed: readonly Sandbox[],
): Sandbox {
  if (!isolationLevels.includes(minimum))
    throw new SandboxError("invalid_argument", {
      message: `minimum must be one of ${isolationLevels.join(", ")}.`,
      sandbox: id,
    });
  const weakest = allowed.at(-1);
  if (weakest !== undefined) return weakest;
  const found = candidates.map((sandbox) => `"${sandbox.id}" (${sandbox.isolation})`).join(", ") || "none";
  throw new SandboxError("policy", {
    message: `No candidate isolates at level "${minimum}" or stronger; the candidates are: ${found}. Nothing was started.`,
    sandbox: id,
    remedy: `Add a sandbox of level ${isolationLevels.slice(isolationLevels.indexOf(minimum)).join(", ")} to candidates, or lower the minimum.`,
  });
}
