import { checkSandboxOptions } from "./check-sandbox-options.ts";
import { createSession, type SessionParts } from "./create-session.ts";
import { SandboxError } from "./error.ts";
import type { SandboxFeature } from "./feature.ts";
import { createMemoryEngine, type MemoryBackend } from "./memory-backend.ts";
import { directoryExists, memoryFiles } from "./memory-files.ts";
import { startMemoryProcess } from "./memory-process.ts";
import type { MemoryProgram } from "./memory-program.ts";
import type { Sandbox } from "./sandbox.ts";
import { withStartDeadline } from "./start-deadline.ts";

/** Options of {@link memorySandbox}. */
export interface MemorySandboxOptions {
  /** What can be run, by name. Default: nothing. */
  readonly programs?: Readonly<Record<string, MemoryProgram>>;
  /** `unavailable`: sessions have files only. Default: `available`. */
  readonly executor?: "available" | "unavailable";
  /** Variables of every program. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Deadline of opening and of each start, in milliseconds. Default: 60 000. */
  readonly startTimeoutMs?: number;
}

/** A {@link Sandbox} whose backend can be broken on purpose. */
export interface MemorySandbox extends Sandbox {
  readonly backend: MemoryBackend;
}

const id = "memory";
const workdir = "/workspace";
const executorFeatures: readonly SandboxFeature[] = [
  "binary",
  "close-stdin",
  "signal-term",
  "exit-signal",
  "kill-tree",
  "backend",
];

/**
 * The reference adapter: programs are functions, files are a map, nothing leaves this process. It keeps every rule of
 * the contract and starts at once, so it serves as a test double wherever a sandbox is expected.
 */
export function memorySandbox(options: MemorySandboxOptions = {}): MemorySandbox {
  checkSandboxOptions(options, id);
  const { programs = {}, executor = "available", startTimeoutMs = 60_000 } = options;
  const engine = createMemoryEngine(id);
  let sessions = 0;
  let processes = 0;

  const spawnIn =
    (files: Map<string, Uint8Array>): NonNullable<SessionParts["spawn"]> =>
    async (command, { signal }) => {
      await engine.request(signal);
      const program = Object.hasOwn(programs, command.command) ? programs[command.command] : undefined;
      if (program === undefined) throw notStarted("There is no program of this name.");
      if (!directoryExists(files, command.cwd, workdir))
        throw notStarted("The working directory is missing.");
      processes += 1;
      const env = { ...options.env, ...command.env };
      const started = startMemoryProcess(`${id}-${processes}`, program, { ...command, env }, files);
      engine.add(started);
      return started.process;
    };
  return {
    id,
    isolation: "virtual",
    backend: engine,
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, id);
      const { signal } = openOptions;
      await withStartDeadline((stop) => engine.request(stop), {
        sandbox: id,
        signal,
        timeoutMs: startTimeoutMs,
      });
      sessions += 1;
      const files = new Map<string, Uint8Array>();
      const executes = executor === "available";
      return createSession({
        id: `${id}-session-${sessions}`,
        sandbox: id,
        isolation: "virtual",
        features: ["session-files", ...(executes ? executorFeatures : [])],
        startTimeoutMs,
        files: memoryFiles(files, workdir),
        ...(executes ? { spawn: spawnIn(files) } : {}),
      });
    },
  };
}

function notStarted(message: string): SandboxError {
  return new SandboxError("spawn_failed", { message, sandbox: id, detail: "ENOENT" });
}
