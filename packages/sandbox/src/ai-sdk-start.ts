import { adoptAiSdkProcess } from "./ai-sdk-process.ts";
import type { AiSdkProcess, AiSdkSandboxSession, AiSdkSpawnOptions } from "./ai-sdk-sandbox.ts";
import type { CheckedCommand } from "./command.ts";
import type { SessionParts } from "./create-session.ts";
import { SandboxError } from "./error.ts";
import { execFromSpawn } from "./exec-from-spawn.ts";
import { onAbort } from "./on-abort.ts";
import { quoteArgv } from "./quote-argv.ts";
import type { SandboxSession } from "./sandbox.ts";
import { assertStartable, startableProbe } from "./startable.ts";

/**
 * Whether programs of this session can have a writable stdin. Some ports reject such a start, some ignore the wish.
 *
 * @throws {SandboxError} `unavailable`
 */
export async function hasStdin(
  foreign: AiSdkSandboxSession,
  sandbox: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const process = await start(foreign, { command: "true", stdin: true }, signal);
    await process.stdin?.getWriter().close();
    await process.wait();
    return process.stdin !== undefined;
  } catch {
    // Not supported, or not working at all: the plain start tells which.
  }
  try {
    await (await start(foreign, { command: "true" }, signal)).wait();
    return false;
  } catch (cause) {
    throw new SandboxError("unavailable", {
      message: "The sandbox session could not run the command `true`.",
      remedy: "Check that the session is open and has a POSIX shell.",
      cause,
      sandbox,
    });
  }
}

/** `spawn` for sessions whose programs can have a stdin. */
export function spawnWithStdin(
  foreign: AiSdkSandboxSession,
  sandbox: string,
): NonNullable<SessionParts["spawn"]> {
  return async (command, { signal }) => {
    const probe = await start(foreign, { command: startableProbe(command), env: command.env }, signal);
    assertStartable((await probe.wait()).exitCode, command, sandbox);
    return adoptAiSdkProcess(
      await start(foreign, { ...shellCommand(command), stdin: true }, signal),
      sandbox,
    );
  };
}

/** `exec` for sessions whose programs have no stdin: it goes through a file. */
export function execWithFile(
  foreign: AiSdkSandboxSession,
  sandbox: string,
  workdir: string,
): NonNullable<SessionParts["exec"]> {
  const run = (command: CheckedCommand, redirect: string): NonNullable<SandboxSession["exec"]> =>
    execFromSpawn(async (_, { signal } = {}) => {
      const { command: text, ...rest } = shellCommand(command);
      return adoptAiSdkProcess(await start(foreign, { ...rest, command: text + redirect }, signal), sandbox);
    });
  return async (command, { stdin, ...options }) => {
    if (stdin === undefined || stdin.length === 0) return run(command, "")(command, options);
    const path = `${workdir}/.stdin-${crypto.randomUUID()}`;
    await foreign.writeBinaryFile({ path, content: stdin, abortSignal: options.signal });
    try {
      return await run(command, ` < ${quoteArgv([path])}`)(command, options);
    } finally {
      const remove = await start(foreign, { command: `rm -f ${quoteArgv([path])}` }, undefined);
      await remove.wait();
    }
  };
}

function shellCommand({ command, args, cwd, env }: CheckedCommand): AiSdkSpawnOptions {
  return { command: quoteArgv([command, ...args]), workingDirectory: cwd, env: { ...env } };
}

/** The port's signal would end a running program too; ours bounds the start only. */
async function start(
  foreign: AiSdkSandboxSession,
  options: AiSdkSpawnOptions & { readonly stdin?: true },
  signal: AbortSignal | undefined,
): Promise<AiSdkProcess> {
  const stop = new AbortController();
  const forget = onAbort(signal, () => stop.abort(signal?.reason));
  try {
    return await foreign.spawn({ ...options, abortSignal: stop.signal });
  } finally {
    forget();
  }
}
