import {
  checkCommand,
  createSession,
  execFromSpawn,
  type SandboxError,
  type SandboxFeature,
  type SandboxSession,
} from "@x/sandbox";
import { binaryFiles } from "./binary-files.ts";
import { commandEnd } from "./command-end.ts";
import type { Machine } from "./e2b-client.ts";
import { toSandboxError } from "./e2b-error.ts";
import { keepAlive } from "./keep-alive.ts";
import { startProcess } from "./remote-process.ts";
import type { Service } from "./service.ts";
import { type Settings, sandboxId, workdir } from "./settings.ts";

const features: readonly SandboxFeature[] = [
  "session-files",
  "processes",
  "close-stdin",
  "signal-term",
  "kill-tree",
  "backend",
];
const never = new AbortController().signal;

/** Makes a session of a machine: its own `/workspace`, and a life that is renewed. */
export async function openSession(
  service: Service,
  settings: Settings,
  machine: Machine,
  { diesWithOwner, signal }: { readonly diesWithOwner: boolean; readonly signal: AbortSignal | undefined },
): Promise<SandboxSession> {
  await makeWorkdir(machine, settings, signal);
  signal?.throwIfAborted();
  const stopRenewing = settings.keepAlive
    ? keepAlive(
        settings.lifetimeMs,
        (stop) => service.renew(machine.sandboxId, stop),
        (error) => settings.onRenewalError?.(error as SandboxError),
      )
    : async () => {};
  const exec = execFromSpawn((command, { signal: stop = never } = {}) =>
    startProcess(machine, settings, checkCommand(command, workdir), stop),
  );
  return createSession({
    id: machine.sandboxId,
    sandbox: sandboxId,
    isolation: "remote",
    features: [
      ...features,
      ...(settings.network === "none" ? (["network-none"] as const) : []),
      ...(diesWithOwner ? (["parent-death"] as const) : []),
    ],
    workdir,
    startTimeoutMs: settings.startTimeoutMs,
    spawn: (command, options) => startProcess(machine, settings, command, options.signal),
    files: binaryFiles(exec, workdir),
    async close() {
      await stopRenewing();
      await service.end(machine.sandboxId);
    },
  });
}

/** Templates have no `/workspace`, and their user may not make it. */
async function makeWorkdir(
  machine: Machine,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { startTimeoutMs } = settings;
  const failed = { what: "prepare the working directory", failure: "unavailable", signal } as const;
  let exitCode: number | null;
  try {
    const handle = await machine.commands.run(`mkdir -p ${workdir} && chmod 0777 ${workdir}`, {
      background: true,
      stdin: false,
      user: "root",
      timeoutMs: startTimeoutMs,
      requestTimeoutMs: startTimeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    ({ exitCode } = await commandEnd(handle));
  } catch (error) {
    throw toSandboxError(error, failed);
  }
  if (exitCode !== 0) throw toSandboxError(new Error(`${workdir} cannot be made in this template.`), failed);
}
