import type { CheckedCommand } from "@x/sandbox";
import type { BwrapNetwork } from "./options.ts";
import type { SessionDirectory } from "./session-directory.ts";
import type { Settings } from "./settings.ts";
import type { SystemView } from "./system-view.ts";

/** All that is known of a session when a program is started in it. */
export interface SessionScope {
  readonly settings: Settings;
  readonly system: SystemView;
  readonly directory: SessionDirectory;
  /** For seccomp, as bytecode; `undefined`: none. */
  readonly filter: Uint8Array | undefined;
}

/** Where bubblewrap finds the filter. */
const filterDescriptor = "5";

const home = "/home/sandbox";

/**
 * The options of bubblewrap for one program; see bwrap(1). Everything is denied, then what is needed is added, and at
 * the end the root itself becomes read-only.
 */
export function bwrapArgs(
  { settings, system, directory, filter }: SessionScope,
  { cwd, env }: Pick<CheckedCommand, "cwd" | "env">,
  network: BwrapNetwork,
): readonly string[] {
  const tmpfs = (path: string) => ["--size", String(settings.tmpBytes), "--tmpfs", path];
  const variables = { ...baseEnvironment(system), ...settings.env, ...env };
  return [
    ...["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network === "none" ? ["--unshare-net"] : []),
    ...["--disable-userns", "--cap-drop", "ALL", "--new-session", "--die-with-parent"],
    ...["--hostname", "sandbox", "--clearenv"],
    ...(filter === undefined ? [] : ["--seccomp", filterDescriptor]),
    ...system.args,
    ...Object.entries(directory.etc).flatMap(([name, path]) => ["--ro-bind", path, `/etc/${name}`]),
    ...(network === "host" ? nameResolution : []),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...[...tmpfs("/dev/shm"), ...tmpfs("/tmp")],
    ...["--bind", directory.workspace.root, "/workspace", "--bind", directory.home, home],
    ...settings.binds.flatMap(({ source, target, writable }) => [
      writable ? "--bind" : "--ro-bind",
      source,
      target,
    ]),
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", cwd],
    ...Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}

const nameResolution = ["/etc/resolv.conf", "/etc/hosts"].flatMap((path) => ["--ro-bind-try", path, path]);

function baseEnvironment({ path }: SystemView): Readonly<Record<string, string>> {
  return {
    HOME: home,
    LANG: "C.UTF-8",
    LOGNAME: "sandbox",
    PATH: path,
    SHELL: "/bin/sh",
    TERM: "dumb",
    TMPDIR: "/tmp",
    USER: "sandbox",
  };
}

/** `prlimit` and its options: it starts the program with these limits, which nothing inside can raise. */
export function limitArgs({ memoryBytes, pids, cpuTimeMs }: Settings): readonly string[] {
  return [
    "prlimit",
    // RLIMIT_DATA counts private writable memory; RLIMIT_AS would also count what Node only reserves.
    `--data=${memoryBytes}`,
    `--nproc=${pids}`,
    "--core=0",
    ...(cpuTimeMs === undefined ? [] : [`--cpu=${Math.ceil(cpuTimeMs / 1000)}`]),
    "--",
  ];
}
