/** Which network a program has. `none`: only a loopback of its own. `host`: the network of this machine. */
export type BwrapNetwork = "none" | "host";

/** A file or directory of the host that programs see. */
export interface BwrapBind {
  /** Absolute path on the host. */
  readonly source: string;
  /** Absolute path in the sandbox. Default: the same. */
  readonly target?: string;
  /** Default: `false`. */
  readonly writable?: boolean;
}

/** Limits of every single process; `pids` counts all processes and threads of one program's tree. */
export interface BwrapLimits {
  /** Private memory of each process, in bytes. Default: 2 GiB. */
  readonly memoryBytes?: number;
  /** Processes and threads of a program's tree. Default: 512. */
  readonly pids?: number;
  /** CPU time of each process, in milliseconds, rounded up to a second. Default: none. */
  readonly cpuTimeMs?: number;
}

/** Options of {@link bwrapSandbox}. */
export interface BwrapSandboxOptions {
  /** Directory that sessions see as `/workspace`. Default: a private temporary one, removed by `close()`. */
  readonly root?: string;
  /** Variables added for every program. Nothing of the host's environment comes along. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: `none`. */
  readonly network?: BwrapNetwork;
  /** Network of the operator's install step alone. Default: the same as `network`. */
  readonly installNetwork?: BwrapNetwork;
  /** What else of the host programs see. Default: nothing but the system's programs and libraries, read-only. */
  readonly binds?: readonly BwrapBind[];
  readonly limits?: BwrapLimits;
  /** Size of `/tmp` and `/dev/shm`, which live in memory, in bytes each. Default: 256 MiB. */
  readonly tmpBytes?: number;
  /**
   * Whether a filter keeps programs from system calls that they do not need, such as `ptrace`, `mount`, `bpf`, `keyctl`
   * and `io_uring_setup`, and from sockets of other families than Unix and IP. For x64 and arm64. Default: `true`.
   */
  readonly seccomp?: boolean;
  /** The `bwrap` to use: a name looked up on PATH, or a path. Default: `bwrap`. */
  readonly bwrap?: string;
  /** User and group that programs run as when we are root. Default: 65534, which owns nothing. */
  readonly uid?: number;
  readonly gid?: number;
}
