import { cpus, hostname, release, totalmem } from "node:os";
import { SandboxError } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { nameOf } from "./engine-address.ts";
import { statusOf } from "./engine-error.ts";
import { networkMode, type Settings } from "./settings.ts";

/** What is to be known of an engine before a session can be opened. */
export interface EngineFacts {
  readonly isPodman: boolean;
  /** The engine runs on this very machine, outside any container of ours. */
  readonly isLocal: boolean;
}

interface EngineInfo {
  readonly OSType?: string;
  readonly Name?: string;
  readonly KernelVersion?: string;
  readonly MemTotal?: number;
  readonly NCPU?: number;
  readonly MemoryLimit?: boolean;
  readonly PidsLimit?: boolean;
  readonly CpuCfsQuota?: boolean;
  readonly SecurityOptions?: readonly string[] | null;
  readonly Runtimes?: Readonly<Record<string, unknown>> | null;
}

/**
 * Makes sure that the engine is there and can do everything that was asked for. It never makes do with less.
 *
 * @throws {SandboxError} `unavailable` with a remedy, `unsupported`, `cancelled`
 */
export async function probeEngine(
  engine: Engine,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<EngineFacts> {
  const info = await firstContact(engine, signal);
  if (info.OSType !== undefined && info.OSType !== "linux") {
    throw new SandboxError("unsupported", {
      message: `The container engine runs ${info.OSType} containers; only Linux containers are supported.`,
      sandbox: "docker",
    });
  }
  checkLimits(info, settings);
  checkRuntime(info, settings);
  const podman = await isPodman(engine, signal);
  await checkNetworks(engine, settings, podman, signal);
  return { isPodman: podman, isLocal: isThisMachine(info) };
}

/** What is to be known of an image. */
export interface ImageFacts {
  /** Its PATH, where it sets one. */
  readonly path: string | undefined;
}

/** Looks at an image; `undefined` if the engine does not have it. */
export async function inspectImage(
  engine: Engine,
  image: string,
  signal: AbortSignal | undefined,
): Promise<ImageFacts | undefined> {
  try {
    const answer = await engine.call({ what: "inspect an image", signal }, (docker, abortSignal) =>
      docker.getImage(image).inspect({ abortSignal }),
    );
    const { Config } = answer as { readonly Config?: { readonly Env?: readonly string[] | null } | null };
    const entry = Config?.Env?.find((line) => line.startsWith("PATH="));
    return { path: entry?.slice("PATH=".length) };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** The error for an image that is not on the engine. */
export function missingImage(image: string, engine: Engine): SandboxError {
  return new SandboxError("unavailable", {
    message: `The container engine at ${nameOf(engine.address)} has no image "${image}".`,
    sandbox: "docker",
    remedy: `Fetch it ("docker pull ${image}"), build it ("docker build -t ${image} …"), or set pull: "missing".`,
  });
}

async function firstContact(engine: Engine, signal: AbortSignal | undefined): Promise<EngineInfo> {
  try {
    const info = await engine.call({ what: "say what it is", signal }, (docker, abortSignal) =>
      docker.info({ abortSignal }),
    );
    return info as EngineInfo;
  } catch (error) {
    // To a caller who opens a session, an engine that hangs is as unavailable as one that is down.
    if (!(error instanceof SandboxError && (error.code === "timeout" || error.code === "state_lost")))
      throw error;
    throw unavailable(error.message, "Restart it, and look into its log.", error);
  }
}

function checkLimits(info: EngineInfo, settings: Settings): void {
  const asked = [
    { name: "memoryBytes", value: settings.memoryBytes, supported: info.MemoryLimit },
    { name: "pids", value: settings.pids, supported: info.PidsLimit },
    { name: "cpus", value: settings.cpus, supported: info.CpuCfsQuota },
  ];
  for (const { name, value, supported } of asked) {
    if (value === undefined || supported !== false) continue;
    throw unavailable(
      `The container engine cannot enforce limits.${name}: its kernel lacks the control group.`,
      `Enable the control group on the engine's host, or set limits.${name} to "unlimited".`,
    );
  }
}

function checkRuntime({ Runtimes }: EngineInfo, { runtime }: Settings): void {
  if (runtime === undefined || Runtimes === undefined || Runtimes === null || runtime in Runtimes) return;
  throw unavailable(
    `The container engine has no runtime "${runtime}".`,
    `Install it and name it in the engine's configuration. It has: ${Object.keys(Runtimes).join(", ")}.`,
  );
}

async function checkNetworks(
  engine: Engine,
  settings: Settings,
  podman: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const network of new Set([settings.network, settings.installNetwork])) {
    // Podman has a bridge always, under another name.
    if (network === "none" || (network === "bridge" && podman)) continue;
    const name = networkMode(network);
    try {
      await engine.call({ what: "inspect a network", signal }, (docker, abortSignal) =>
        docker.getNetwork(name).inspect({ abortSignal }),
      );
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      const remedy = `Create it ("docker network create ${name}"), or name another one.`;
      throw unavailable(`The container engine has no network "${name}".`, remedy, error);
    }
  }
}

async function isPodman(engine: Engine, signal: AbortSignal | undefined): Promise<boolean> {
  const version = await engine.call({ what: "tell its version", signal }, (docker) => docker.version());
  const { Components } = version as { readonly Components?: readonly { readonly Name: string }[] | null };
  return Components?.some(({ Name }) => /podman/i.test(Name)) ?? false;
}

function isThisMachine({ Name, KernelVersion, MemTotal, NCPU }: EngineInfo): boolean {
  return (
    Name === hostname() && KernelVersion === release() && MemTotal === totalmem() && NCPU === cpus().length
  );
}

function unavailable(message: string, remedy: string, cause?: unknown): SandboxError {
  return new SandboxError("unavailable", { message, remedy, sandbox: "docker", cause });
}
