import { abortable, McpProtocolError, mcpDefaults, OperationTimeoutError, stableHash } from "@x/mcp-core";
import { type ExecResult, execFromSpawn, type SandboxSession } from "@x/sandbox";
import type { StdioInstall } from "../config/stdio-server-config.ts";
import { exitFacts, howItEnded, lastWords } from "../pipe/process-end.ts";
import type { Redactor } from "../stderr/redactor.ts";
import { createStderrLog } from "../stderr/stderr-log.ts";

/** For whom a step is run. */
export interface InstallRequest {
  readonly serverId: string;
  readonly redact: Redactor;
  readonly signal: AbortSignal;
}

/** Runs install steps, each once a session. */
export interface Installer {
  /**
   * Resolves when the step has run in this session. Callers share one run; one that gives up leaves it to the others,
   * and the last one ends it. A failure is forgotten, so that the next caller runs it again.
   *
   * @throws McpProtocolError phase `connect`; OperationTimeoutError with deadline `install`
   */
  run(session: SandboxSession, install: StdioInstall, request: InstallRequest): Promise<void>;
}

interface Run {
  readonly promise: Promise<void>;
  readonly stop: AbortController;
  waiting: number;
  done: boolean;
}

/** More than `setTimeout` takes is as good as for ever. */
const longestMs = 2 ** 31 - 1;
const maxOutputBytes = 1024 * 1024;

/** Makes an installer that has run nothing yet. */
export function createInstaller(): Installer {
  const sessions = new WeakMap<SandboxSession, Map<string, Run>>();

  const start = (runs: Map<string, Run>, key: string, work: (signal: AbortSignal) => Promise<void>): Run => {
    const stop = new AbortController();
    const run: Run = { promise: work(stop.signal), stop, waiting: 0, done: false };
    runs.set(key, run);
    run.promise.then(
      () => {
        run.done = true;
      },
      () => {
        if (runs.get(key) === run) runs.delete(key);
      },
    );
    return run;
  };

  return {
    async run(session, install, request) {
      const runs = sessions.get(session) ?? new Map<string, Run>();
      sessions.set(session, runs);
      const key = stableHash(install);
      const run = runs.get(key) ?? start(runs, key, (signal) => runStep(session, install, request, signal));
      run.waiting += 1;
      try {
        await abortable(run.promise, request.signal, `The install step of server "${request.serverId}"`);
      } finally {
        run.waiting -= 1;
        if (run.waiting === 0 && !run.done) {
          // Nobody waits any more: the next caller starts anew, without meeting a run that is being ended.
          if (runs.get(key) === run) runs.delete(key);
          run.stop.abort();
        }
      }
    },
  };
}

async function runStep(
  session: SandboxSession,
  install: StdioInstall,
  { serverId, redact }: InstallRequest,
  signal: AbortSignal,
): Promise<void> {
  const exec = session.exec?.bind(session) ?? (session.spawn && execFromSpawn(session.spawn.bind(session)));
  if (exec === undefined) return;
  const timeoutMs = Math.min(install.timeoutMs ?? mcpDefaults.installTimeoutMs, longestMs);
  const { command, cwd, env } = install;
  const result = await exec(
    {
      command: "sh",
      args: ["-c", command],
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    },
    { timeoutMs, maxOutputBytes, signal, purpose: "install" },
  );
  const what = `The install step of server "${serverId}"`;
  if (result.reason === "timeout")
    throw new OperationTimeoutError({ deadline: "install", timeoutMs, what, serverId, outcome: "not-sent" });
  if (result.reason === "exited" && result.exitCode === 0) return;
  const tail = outputTail(result, redact);
  throw new McpProtocolError({
    phase: "connect",
    message: `${what} ${howItEnded(result)}. ${lastWords(tail)}Correct it, or run it by hand in the same sandbox to see more.`,
    serverId,
    outcome: "not-sent",
    retryable: true,
    ...exitFacts(result, tail),
  });
}

/** The end of what the step printed: of stderr, or of stdout where a tool complains there. */
function outputTail({ stderr, stdout }: ExecResult, redact: Redactor): string {
  const log = createStderrLog(redact);
  log.add(stderr.length > 0 ? stderr : stdout);
  log.end();
  return log.tail();
}
