import { backoffDelayMs, type Clock, McpProtocolError } from "@x/mcp";
import type { ProcessExit, Sandbox, SandboxProcess, SandboxSession } from "@x/sandbox";
import { readLines } from "./output-lines.ts";
import type { LoopbackDeclaration } from "./wiki-server.ts";

/** So many exits within this time are no accident any more. */
const crashLoop = { exits: 5, withinMs: 60_000 } as const;
const stderrTailLines = 10;

/** An HTTP server that the app runs: started again when it dies, on the same port. */
export interface LoopbackServer extends AsyncDisposable {
  /** Starts it, also after it was given up. Does nothing while it runs or is being started. */
  start(): void;
  /** Ends the process; resolves when nothing is left of it. */
  stop(): Promise<void>;
}

/** What a loopback server is made with. */
export interface LoopbackServerOptions {
  readonly declaration: LoopbackDeclaration;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  /** It listens; the URL is the same each time. */
  onListening(url: string): void;
  /** It cannot be started, or keeps dying; nothing is tried any more. */
  onGivenUp(error: unknown): void;
}

/** Makes the server; nothing is started yet. */
export function createLoopbackServer(options: LoopbackServerOptions): LoopbackServer {
  const { clock, sandbox, declaration } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let port = 0;

  const runOnce = async (session: SandboxSession): Promise<McpProtocolError> => {
    const process = await session.spawn?.(
      { command: declaration.command, args: declaration.args, env: { PORT: String(port) } },
      { signal: stopping.signal },
    );
    if (process === undefined) throw new Error(`The sandbox "${sandbox.id}" keeps no process running.`);
    const kill = (): void => void process.kill("SIGKILL");
    stopping.signal.addEventListener("abort", kill, { once: true });
    const tail: string[] = [];
    try {
      const exit = await follow(process, tail, (listening) => {
        port = listening;
        options.onListening(`http://127.0.0.1:${port}${declaration.path}`);
      });
      return exitError(declaration.serverId, exit, tail);
    } finally {
      stopping.signal.removeEventListener("abort", kill);
    }
  };

  const keepRunning = async (): Promise<void> => {
    await using session = await sandbox.open({ signal: stopping.signal });
    const exits: number[] = [];
    while (!stopping.signal.aborted) {
      const error = await runOnce(session);
      exits.push(clock.now());
      const recent = exits.filter((at) => at > clock.now() - crashLoop.withinMs).length;
      if (recent >= crashLoop.exits) throw error;
      await pause(clock, backoffDelayMs({}, recent, clock.random), stopping.signal);
    }
  };

  return {
    start() {
      if (stopping.signal.aborted) return;
      running ??= keepRunning()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) options.onGivenUp(error);
        })
        .finally(() => {
          running = undefined;
        });
    },
    async stop() {
      stopping.abort();
      await running;
    },
    [Symbol.asyncDispose]() {
      return this.stop();
    },
  };
}

/** Reads all output, so that the program is never held up, and resolves with its end. */
async function follow(
  process: SandboxProcess,
  tail: string[],
  onListening: (port: number) => void,
): Promise<ProcessExit> {
  const stdout = readLines(process.stdout, (line) => {
    const port = listeningPort(line);
    if (port !== undefined) onListening(port);
  });
  const stderr = readLines(process.stderr, (line) => {
    tail.push(line);
    if (tail.length > stderrTailLines) tail.shift();
  });
  const [exit] = await Promise.all([process.exit, stdout, stderr]);
  return exit;
}

/** The port in the line `{"listening":1234}`; other lines are the program's own. */
function listeningPort(line: string): number | undefined {
  const digits = /^\{"listening":(\d{1,5})\}$/.exec(line.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function exitError(
  serverId: string,
  { exitCode, signal }: ProcessExit,
  tail: readonly string[],
): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "crash_loop",
    message: `The program of server "${serverId}" keeps ending. Read its last words below, then reconnect.`,
    serverId,
    exitCode: exitCode ?? undefined,
    signal,
    stderrTail: tail.join("\n"),
    outcome: "not-sent",
  });
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener("abort", end, { once: true });
  });
}
