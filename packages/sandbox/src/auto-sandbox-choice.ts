import { isSandboxError, SandboxError, SandboxNoExecutorError } from "./error.ts";
import { type IsolationLevel, meetsIsolation, requireIsolation } from "./isolation.ts";
import type { Sandbox, SandboxOpenOptions, SandboxSession } from "./sandbox.ts";

/** What became of one candidate of `autoSandbox`. */
export interface AutoSandboxCandidate {
  /** Id of the adapter, for example `docker`. */
  readonly sandbox: string;
  readonly isolation: IsolationLevel;
  /**
   * - `chosen`: it opened, and nothing stronger did.
   * - `absent`: it could not be used here; `error` says why.
   * - `not-tried`: a stronger one is there.
   * - `below-minimum`: it was not tried, and never is.
   */
  readonly verdict: "chosen" | "absent" | "not-tried" | "below-minimum";
  readonly error?: SandboxError;
}

/** Which candidate `autoSandbox` took, and why. */
export interface AutoSandboxReport {
  readonly minimum: IsolationLevel;
  /** Undefined if none could be taken. */
  readonly chosen: { readonly sandbox: string; readonly isolation: IsolationLevel } | undefined;
  /** Every candidate, strongest first. */
  readonly candidates: readonly AutoSandboxCandidate[];
  /** The same as one sentence for an operator. */
  readonly reason: string;
}

type Choice =
  | { readonly report: AutoSandboxReport; readonly sandbox: Sandbox; readonly session: SandboxSession }
  | { readonly report: AutoSandboxReport; readonly session?: undefined; readonly error: SandboxError };

/** Opens candidates, which come strongest first, until one is there. */
export async function openStrongest(options: {
  readonly minimum: IsolationLevel;
  readonly candidates: readonly Sandbox[];
  readonly open: SandboxOpenOptions;
}): Promise<Choice> {
  const { minimum, candidates, open } = options;
  const looked: AutoSandboxCandidate[] = [];
  let taken: { readonly sandbox: Sandbox; readonly session: SandboxSession } | undefined;
  for (const sandbox of candidates) {
    const entry = { sandbox: sandbox.id, isolation: sandbox.isolation };
    if (!meetsIsolation(sandbox.isolation, minimum)) looked.push({ ...entry, verdict: "below-minimum" });
    else if (taken !== undefined) looked.push({ ...entry, verdict: "not-tried" });
    else {
      const opened = await openIfThere(sandbox, open);
      if (opened instanceof Error) looked.push({ ...entry, verdict: "absent", error: opened });
      else {
        taken = { sandbox, session: opened };
        looked.push({ ...entry, verdict: "chosen" });
      }
    }
  }
  const reason = reasonOf(looked, minimum);
  if (taken !== undefined) {
    const chosen = { sandbox: taken.sandbox.id, isolation: taken.session.isolation };
    return { ...taken, report: { minimum, chosen, candidates: looked, reason } };
  }
  return {
    error: noneThere(looked, reason),
    report: { minimum, chosen: undefined, candidates: looked, reason },
  };
}

/** A session that runs programs at the level that its sandbox claims, or why there is none. */
async function openIfThere(
  sandbox: Sandbox,
  options: SandboxOpenOptions,
): Promise<SandboxSession | SandboxError> {
  let session: SandboxSession | undefined;
  try {
    session = await sandbox.open(options);
    if (session.executor === "unavailable") throw new SandboxNoExecutorError({ sandbox: sandbox.id });
    requireIsolation(session, sandbox.isolation);
    return session;
  } catch (error) {
    await session?.close();
    // A failure that says nothing of whether it is there, such as `quota`, must not lead to a weaker one.
    if (isSandboxError(error) && absence.has(error.code)) return error;
    throw error;
  }
}

const absence: ReadonlySet<string> = new Set([
  "unavailable",
  "unsupported",
  "timeout",
  "no_executor",
  "policy",
]);

function reasonOf(looked: readonly AutoSandboxCandidate[], minimum: IsolationLevel): string {
  const chosen = looked.find(({ verdict }) => verdict === "chosen");
  const absent = looked.filter(({ verdict }) => verdict === "absent");
  const first =
    chosen === undefined
      ? `No sandbox of level "${minimum}" or stronger is there.`
      : `"${chosen.sandbox}" (${chosen.isolation}) is the strongest sandbox that is there.`;
  return [first, ...absent.map(({ sandbox, error }) => `"${sandbox}": ${error?.message}`)].join(" ");
}

function noneThere(looked: readonly AutoSandboxCandidate[], reason: string): SandboxError {
  const errors = looked.flatMap(({ error }) => error ?? []);
  const below = looked.filter(({ verdict }) => verdict === "below-minimum");
  const passed =
    below.length === 0
      ? ""
      : ` Below the minimum, so not tried: ${below.map(({ sandbox, isolation }) => `"${sandbox}" (${isolation})`).join(", ")}.`;
  return new SandboxError("unavailable", {
    message: `${reason}${passed} Nothing was started.`,
    sandbox: "auto",
    cause: new AggregateError(errors, reason),
    remedy: "Make one of them available, as their messages say, or lower the minimum.",
  });
}
