import { isAbsolute, normalize } from "node:path";
import process from "node:process";
import { checkSandboxOptions, SandboxError } from "@x/sandbox";
import type { BwrapBind, BwrapNetwork, BwrapSandboxOptions } from "./options.ts";

/** Options after checking, with every default filled in. */
export interface Settings {
  readonly root: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly network: BwrapNetwork;
  readonly installNetwork: BwrapNetwork;
  readonly binds: readonly Required<BwrapBind>[];
  readonly memoryBytes: number;
  readonly pids: number;
  readonly cpuTimeMs: number | undefined;
  readonly tmpBytes: number;
  readonly seccomp: boolean;
  readonly bwrap: string;
  /** Whom to become before bubblewrap starts; `undefined`: we are not root and stay who we are. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const nobody = 65534;
const MiB = 1024 * 1024;

/**
 * Checks the options before anything is started.
 *
 * @throws {SandboxError} `invalid_argument`, naming the key
 */
export function checkOptions(
  options: BwrapSandboxOptions,
  isRoot: boolean = process.getuid?.() === 0,
): Settings {
  checkSandboxOptions(options, "bwrap");
  const { limits = {}, network = "none", uid = nobody, gid = nobody } = options;
  checkNetwork("network", network);
  checkNetwork("installNetwork", options.installNetwork ?? network);
  checkCount("limits.memoryBytes", limits.memoryBytes);
  checkCount("limits.pids", limits.pids);
  checkCount("limits.cpuTimeMs", limits.cpuTimeMs);
  checkCount("tmpBytes", options.tmpBytes);
  checkFlag("seccomp", options.seccomp);
  checkId("uid", uid);
  checkId("gid", gid);
  return {
    root: options.root,
    env: options.env ?? {},
    network,
    installNetwork: options.installNetwork ?? network,
    binds: (options.binds ?? []).map(checkBind),
    memoryBytes: limits.memoryBytes ?? 2048 * MiB,
    pids: limits.pids ?? 512,
    cpuTimeMs: limits.cpuTimeMs,
    tmpBytes: options.tmpBytes ?? 256 * MiB,
    seccomp: options.seccomp ?? true,
    bwrap: options.bwrap ?? "bwrap",
    user: isRoot ? { uid, gid } : undefined,
  };
}

function checkNetwork(key: string, network: unknown): void {
  if (network !== "none" && network !== "host") refuse(key, '"none" or "host"');
}

function checkCount(key: string, count: number | undefined): void {
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0))
    refuse(key, "a whole number above 0");
}

function checkFlag(key: string, flag: unknown): void {
  if (flag !== undefined && typeof flag !== "boolean") refuse(key, "true or false");
}

function checkId(key: string, id: number): void {
  if (!Number.isInteger(id) || id < 0) refuse(key, "a user or group id");
}

// These hold every file, every process or every device of the host.
const tooMuch = new Set(["/", "/proc", "/sys", "/dev", "/run", "/var/run"]);

function checkBind({ source, target = source, writable = false }: BwrapBind): Required<BwrapBind> {
  for (const path of [source, target]) {
    if (!isAbsolute(path) || path.includes("\0")) refuse("binds", "a list of absolute paths");
  }
  const normal = normalize(`${source}/`).slice(0, -1) || "/";
  if (tooMuch.has(normal) || normal.endsWith(".sock")) {
    refuse("binds", `a list of paths without "${source}", which would give the host away`);
  }
  return { source, target, writable };
}

function refuse(key: string, expected: string): never {
  throw new SandboxError("invalid_argument", {
    message: `The option "${key}" of bwrapSandbox() must be ${expected}. Nothing was started.`,
    sandbox: "bwrap",
  });
}
