import type { CheckedCommand } from "@x/sandbox";
import { certificateFile, certificatesFolder, certificateVariables } from "./certificates.ts";
import { label } from "./labels.ts";
import type { DockerNetwork } from "./options.ts";
import { networkMode, type Settings, workdir } from "./settings.ts";

/** What the containers of one session share. */
export interface SessionScope {
  readonly settings: Settings;
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Names of the session's volumes. */
  readonly volume: string;
  readonly certificates: string | undefined;
  readonly isPodman: boolean;
}

/** A program's container, as the engine wants it described. Everything that is not allowed here is refused. */
export function programSpec(scope: SessionScope, command: CheckedCommand, network: DockerNetwork): object {
  return {
    ...containerSpec(scope, network),
    Entrypoint: [command.command],
    Cmd: [...command.args],
    WorkingDir: command.cwd,
    Env: variables({ ...environment(scope), ...command.env }),
    OpenStdin: true,
    // EOF for the program, should the connection to us break.
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
  };
}

/** A container that is never started: through it the engine shows the files that a program would see. */
export function viewSpec(scope: SessionScope): object {
  return { ...containerSpec(scope, "none"), Entrypoint: ["/never-started"], Cmd: [] };
}

/** A container that is never started: through it fresh volumes are filled. */
export function fillingSpec(scope: SessionScope): object {
  const spec = containerSpec(scope, "none");
  const Mounts = volumes(scope, { filling: true });
  return {
    ...spec,
    HostConfig: { ...spec.HostConfig, ReadonlyRootfs: false, Mounts },
    Entrypoint: ["/never-started"],
    Cmd: [],
  };
}

function containerSpec(scope: SessionScope, network: DockerNetwork) {
  const { settings, labels } = scope;
  return {
    Image: settings.image,
    Labels: { ...settings.labels, ...labels, [label.kind]: "container" },
    User: settings.user,
    Hostname: "sandbox",
    Tty: false,
    Healthcheck: { Test: ["NONE"] },
    HostConfig: {
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Privileged: false,
      ReadonlyRootfs: true,
      // An init passes SIGTERM on and collects orphans; a program that is process 1 itself would do neither.
      Init: true,
      IpcMode: "private",
      NetworkMode: networkMode(network),
      // The default log driver writes everything a server prints to the host's disk.
      LogConfig: { Type: "none", Config: {} },
      RestartPolicy: { Name: "no" },
      AutoRemove: false,
      Tmpfs: { "/tmp": `rw,noexec,nosuid,nodev,mode=1777,size=${settings.tmpBytes}` },
      Mounts: mounts(scope),
      ...limits(settings),
      // Podman raises these above what a service may be allowed itself, and then starts nothing.
      ...(scope.isPodman ? { Ulimits: podmanUlimits } : {}),
      ...(settings.runtime === undefined ? {} : { Runtime: settings.runtime }),
    },
  };
}

const podmanUlimits = [
  { Name: "nofile", Soft: 8192, Hard: 8192 },
  { Name: "nproc", Soft: 4096, Hard: 4096 },
];

function limits({ memoryBytes, pids, cpus }: Settings) {
  return {
    // The same figure for both means: no swap.
    ...(memoryBytes === undefined ? {} : { Memory: memoryBytes, MemorySwap: memoryBytes }),
    ...(pids === undefined ? {} : { PidsLimit: pids }),
    ...(cpus === undefined ? {} : { NanoCpus: Math.round(cpus * 1e9) }),
  };
}

function mounts(scope: SessionScope): object[] {
  const binds = scope.settings.mounts.map(({ source, target, readOnly = true }) => ({
    Type: "bind",
    Source: source,
    Target: target,
    ReadOnly: readOnly,
    BindOptions: { Propagation: "rprivate" },
  }));
  return [...volumes(scope, { filling: false }), ...binds];
}

/** While they are filled, volumes are writable, and take what the image has at their place if they are empty. */
function volumes(
  { settings, volume, certificates }: SessionScope,
  { filling }: { readonly filling: boolean },
): object[] {
  const all = [{ name: volume, target: workdir, readOnly: false }, ...settings.volumes];
  if (certificates !== undefined) {
    all.push({ name: certificates, target: certificatesFolder, readOnly: true });
  }
  return all.map(({ name, target, readOnly = false }) => ({
    Type: "volume",
    Source: name,
    Target: target,
    ReadOnly: readOnly && !filling,
    // Else an engine would give a volume that is still empty back to the image's owner with every container.
    VolumeOptions: { NoCopy: !filling },
  }));
}

function environment({ settings, certificates }: SessionScope): Record<string, string> {
  const { http, https, noProxy } = settings.proxy;
  const proxies = { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: noProxy };
  const result: Record<string, string> = { HOME: workdir };
  for (const [name, value] of Object.entries(proxies)) {
    if (value === undefined) continue;
    result[name] = value;
    result[name.toLowerCase()] = value;
  }
  if (certificates !== undefined) {
    for (const name of certificateVariables) result[name] = certificateFile;
  }
  return { ...result, ...settings.env };
}

function variables(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}
