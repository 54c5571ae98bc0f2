import { checkSandboxOptions, type IsolationLevel, SandboxError } from "@x/sandbox";
import type { DockerClient } from "./docker-client.ts";
import { checkLabels } from "./labels.ts";
import { checkMounts } from "./mounts.ts";
import type {
  DockerMount,
  DockerNetwork,
  DockerProxy,
  DockerPullProgress,
  DockerSandboxOptions,
  DockerVolume,
} from "./options.ts";

export const sandboxId = "docker";
export const workdir = "/workspace";
const defaultSocketPath = "/var/run/docker.sock";

const MiB = 1024 * 1024;

/** The options with every default filled in. */
export interface Settings {
  readonly image: string;
  readonly runtime: string | undefined;
  readonly isolation: IsolationLevel;
  readonly user: string;
  readonly network: DockerNetwork;
  readonly installNetwork: DockerNetwork;
  readonly mounts: readonly DockerMount[];
  readonly volumes: readonly DockerVolume[];
  readonly env: Readonly<Record<string, string>>;
  /** These three: `undefined` is no limit. */
  readonly memoryBytes: number | undefined;
  readonly pids: number | undefined;
  readonly cpus: number | undefined;
  readonly tmpBytes: number;
  readonly socketPath: string;
  readonly docker: DockerClient | undefined;
  readonly pull: "never" | "missing";
  readonly onProgress: ((progress: DockerPullProgress) => void) | undefined;
  readonly pullTimeoutMs: number;
  readonly caBundle: string | undefined;
  readonly proxy: DockerProxy;
  readonly labels: Readonly<Record<string, string>>;
  readonly startTimeoutMs: number;
  readonly engineTimeoutMs: number;
  readonly reaper: boolean;
}

/**
 * Checks the options and fills in the defaults. Nothing is asked of the engine.
 *
 * @throws {SandboxError} `invalid_argument`
 */
export function checkOptions(options: DockerSandboxOptions): Settings {
  checkSandboxOptions(options, sandboxId);
  if (typeof options.image !== "string" || options.image === "") refuse("image", "the name of an image");
  if (options.docker !== undefined && options.socketPath !== undefined) {
    refuse("socketPath", "left out when a client is handed in");
  }
  const { memoryBytes = 512 * MiB, pids = 128, cpus = 1 } = options.limits ?? {};
  const network = checkNetwork("network", options.network ?? "none");
  const settings: Settings = {
    image: options.image,
    runtime: options.runtime,
    isolation: isolationOf(options.runtime),
    user: options.user ?? "1000:1000",
    network,
    installNetwork: checkNetwork("installNetwork", options.installNetwork ?? network),
    mounts: options.mounts ?? [],
    volumes: options.volumes ?? [],
    env: options.env ?? {},
    memoryBytes: limit("limits.memoryBytes", memoryBytes, 6 * MiB),
    pids: limit("limits.pids", pids, 1),
    cpus: limit("limits.cpus", cpus, 0.01),
    tmpBytes: positive("tmpBytes", options.tmpBytes ?? 64 * MiB),
    socketPath: options.socketPath ?? defaultSocketPath,
    docker: options.docker,
    pull: options.pull ?? "never",
    onProgress: options.onProgress,
    pullTimeoutMs: positive("pullTimeoutMs", options.pullTimeoutMs ?? 600_000),
    caBundle: options.caBundle,
    proxy: options.proxy ?? {},
    labels: checkLabels(options.labels ?? {}),
    startTimeoutMs: positive("startTimeoutMs", options.startTimeoutMs ?? 60_000),
    engineTimeoutMs: positive("engineTimeoutMs", options.engineTimeoutMs ?? 15_000),
    reaper: options.reaper ?? true,
  };
  checkMounts(settings.mounts, settings.volumes, settings.socketPath);
  return settings;
}

/** What the engine calls the network. */
export function networkMode(network: DockerNetwork): string {
  return typeof network === "string" ? network : network.name;
}

// Only gVisor's runtime is known by name to be more than a container; no other name is trusted to be.
function isolationOf(runtime: string | undefined): IsolationLevel {
  return runtime === "runsc" ? "gvisor" : "container";
}

function checkNetwork(key: string, network: DockerNetwork): DockerNetwork {
  if (network === "none" || network === "bridge") return network;
  const { name } = network;
  if (typeof name !== "string" || !/^[A-Za-z0-9][\w.-]*$/.test(name)) refuse(key, "the name of a network");
  // `host` is the host's own network, not a network of containers.
  if (name === "host" || name === "default") refuse(key, "a network apart from the host's");
  return network;
}

function limit(key: string, value: number | "unlimited", least: number): number | undefined {
  if (value === "unlimited") return undefined;
  if (!(typeof value === "number" && value >= least && Number.isFinite(value))) {
    refuse(key, `at least ${least}, or "unlimited"`);
  }
  return value;
}

function positive(key: string, value: number): number {
  if (!(value > 0 && value < 2 ** 31)) refuse(key, "above 0 and below 2^31");
  return value;
}

function refuse(key: string, expected: string): never {
  throw new SandboxError("invalid_argument", {
    message: `The option "${key}" must be ${expected}. Nothing was started.`,
    sandbox: sandboxId,
  });
}
