import { checkSandboxOptions } from "./check-sandbox-options.ts";
import type { CheckedCommand } from "./command.ts";
import { createProcess } from "./create-process.ts";
import { createSession, type SessionParts } from "./create-session.ts";
import { cancelledError, SandboxError } from "./error.ts";
import { checkForeignSession, type ForeignSandboxOptions } from "./foreign-options.ts";
import type { SandboxProcess } from "./process.ts";
import { quoteArgv } from "./quote-argv.ts";
import type { Sandbox } from "./sandbox.ts";
import { execText } from "./seed-exec.ts";
import type { SeedProcess, SeedSession } from "./seed-session.ts";
import { assertStartable, startableProbe } from "./startable.ts";
import { chunkDecoder, encodeChunks } from "./text-streams.ts";

const id = "foreign-text";

/**
 * Uses a session whose streams are text and whose `exec` takes a shell command. It is borrowed: closing ends what was
 * started here, never the session itself. Where its processes have no `closeStdin`, `closeStdin()` is `unsupported`.
 */
export function fromSeedSession(foreign: SeedSession, options: ForeignSandboxOptions = {}): Sandbox {
  checkForeignSession(foreign, id);
  checkSandboxOptions(options, id);
  const { isolation = "none", workdir = "/workspace", features = [] } = options;
  const exec = execPart(foreign);
  const spawn = spawnPart(foreign);
  return {
    id,
    isolation,
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, id);
      const { signal } = openOptions;
      if (signal?.aborted) throw cancelledError(signal, id);
      return createSession({
        id: `${id}-${crypto.randomUUID()}`,
        sandbox: id,
        isolation,
        workdir,
        features: exec === undefined ? features : ["exec-stdin", ...features],
        // An `exec` made of `spawn` needs an EOF, which may be missing here.
        ...(exec === undefined ? { offers: "spawn" } : { exec }),
        ...(spawn === undefined ? {} : { spawn }),
      });
    },
  };
}

function execPart(foreign: SeedSession): SessionParts["exec"] {
  if (foreign.exec === undefined) return undefined;
  const exec = foreign.exec.bind(foreign);
  return async (command, options) => {
    const { stdin, timeoutMs } = options;
    const text = stdin === undefined ? "" : chunkDecoder()(stdin, true);
    return execText(
      (signal) =>
        exec(quoteArgv([command.command, ...command.args]), {
          cwd: command.cwd,
          env: command.env,
          signal,
          stdin: text,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        }),
      options,
    );
  };
}

function spawnPart(foreign: SeedSession): SessionParts["spawn"] {
  if (foreign.spawn === undefined) return undefined;
  const spawn = foreign.spawn.bind(foreign);
  return async (command, { signal }) => {
    await probe(foreign, command, signal);
    const { args, cwd, env } = command;
    // The signal is not handed on: there it would end the program even after its start.
    return adoptProcess(await spawn(command.command, { args, cwd, env }));
  };
}

async function probe(foreign: SeedSession, command: CheckedCommand, signal: AbortSignal): Promise<void> {
  if (foreign.exec === undefined) return;
  const { exitCode } = await foreign.exec(startableProbe(command), { env: command.env, signal });
  assertStartable(exitCode, command, id);
}

function adoptProcess(foreign: SeedProcess): SandboxProcess {
  const decode = chunkDecoder();
  return createProcess({
    id: `${id}-${crypto.randomUUID()}`,
    stdout: encodeChunks(foreign.stdout),
    stderr: encodeChunks(foreign.stderr),
    ended: foreign.exit,
    async writeStdin(chunk) {
      const text = decode(chunk);
      if (text !== "") await foreign.writeStdin(text);
    },
    async closeStdin() {
      if (foreign.closeStdin === undefined) {
        throw new SandboxError("unsupported", {
          message: "This sandbox cannot close a program's stdin. End the program with kill().",
          sandbox: id,
        });
      }
      await foreign.closeStdin();
    },
    kill: async (signal) => foreign.kill(signal),
  });
}
