import type { DockerClient } from "./docker-client.ts";

/** Which network the containers join. `none`: only a loopback of their own. */
export type DockerNetwork = "none" | "bridge" | { readonly name: string };

/** A file or directory of the engine's host, visible inside. */
export interface DockerMount {
  /** Absolute path on the engine's host. A path that holds an engine's socket is refused. */
  readonly source: string;
  /** Absolute path inside the container. */
  readonly target: string;
  /** Default: `true`. */
  readonly readOnly?: boolean;
}

/** A named volume that outlives the session; it is created if it is missing, and never removed. */
export interface DockerVolume {
  readonly name: string;
  /** Absolute path inside the container, for example `/data`. */
  readonly target: string;
  /** Default: `false`. */
  readonly readOnly?: boolean;
}

/** What one container may use. `unlimited` is said in so many words, never assumed. */
export interface DockerLimits {
  /** Memory in bytes, swap included. Default: 512 MiB. */
  readonly memoryBytes?: number | "unlimited";
  /** Processes and threads together; Node alone needs about a dozen. Default: 128. */
  readonly pids?: number | "unlimited";
  /** Share of processors, such as 0.5. Default: 1. */
  readonly cpus?: number | "unlimited";
}

/** Passed to programs as the usual variables, in both spellings. */
export interface DockerProxy {
  readonly http?: string;
  readonly https?: string;
  /** Hosts that are reached without the proxy. */
  readonly noProxy?: string;
}

/** How far a pull has come. */
export interface DockerPullProgress {
  /** The engine's word for the step, such as `Downloading`. */
  readonly status: string;
  /** The layer, where the step is about one. */
  readonly layer?: string;
  readonly currentBytes?: number;
  readonly totalBytes?: number;
}

/** Options of {@link dockerSandbox}. */
export interface DockerSandboxOptions {
  /** The image that programs run in, such as `node:24-slim`. It must be on the engine; see `pull`. */
  readonly image: string;
  /** The engine's OCI runtime. `runsc` is gVisor, and makes the isolation level `gvisor`. Default: the engine's own. */
  readonly runtime?: string;
  /** `uid:gid`, or a name that the image knows. Default: `1000:1000`. */
  readonly user?: string;
  /** Network of programs. Default: `none`. */
  readonly network?: DockerNetwork;
  /** Network of the operator's install step alone. Default: the same as `network`. */
  readonly installNetwork?: DockerNetwork;
  /** Default: none. */
  readonly mounts?: readonly DockerMount[];
  /** Default: none. */
  readonly volumes?: readonly DockerVolume[];
  /** Variables of every program. They can be read by whoever may inspect containers on the engine. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: DockerLimits;
  /** Size of `/tmp`, which is memory, not executable, and each container's own. Default: 64 MiB. */
  readonly tmpBytes?: number;
  /** The engine's socket. Default: `/var/run/docker.sock`. Podman: `/run/podman/podman.sock`, or a user's own. */
  readonly socketPath?: string;
  /** A client to use instead of `socketPath`: an instance of `dockerode`, also one for TCP and TLS. Not for SSH. */
  readonly docker?: DockerClient;
  /** Whether `open()` fetches an image that the engine lacks. Default: `never`. */
  readonly pull?: "never" | "missing";
  /** Called during a pull. */
  readonly onProgress?: (progress: DockerPullProgress) => void;
  /** Deadline of a pull, in milliseconds. Default: 10 minutes. */
  readonly pullTimeoutMs?: number;
  /**
   * Certificates in PEM form that programs trust, as behind a corporate proxy: usually the whole bundle of the host.
   * Node adds them to its own; Python, pip and curl take them instead.
   */
  readonly caBundle?: string;
  readonly proxy?: DockerProxy;
  /** Labels of every container and volume. Never secrets. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Deadline of one program's start, in milliseconds. Default: 60 000. */
  readonly startTimeoutMs?: number;
  /** Deadline of a short request to the engine, such as a kill, in milliseconds. Default: 15 000. */
  readonly engineTimeoutMs?: number;
  /**
   * Whether a small child process removes what is left should this process be killed. Without it, only `sweep()`
   * does. Default: `true`.
   */
  readonly reaper?: boolean;
}
