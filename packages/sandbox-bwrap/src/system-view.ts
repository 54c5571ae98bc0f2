import { access, lstat, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

/** What of this host's system programs see, as options of bubblewrap, and where they find programs. */
export interface SystemView {
  readonly args: readonly string[];
  readonly path: string;
}

const topLevel = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/** Not `/etc/ssl` itself: it may hold private keys. */
const configuration = [
  "/etc/alternatives",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/certs",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
];

/** Finds the system's programs and libraries, and the Node that runs us where it is elsewhere. All read-only. */
export async function systemView(execPath: string = process.execPath): Promise<SystemView> {
  const node = await nodeDirectories(execPath);
  const top = await Promise.all(topLevel.map(topLevelArgs));
  return {
    args: [
      ...["--ro-bind", "/usr", "/usr"],
      ...top.flat(),
      ...[...configuration, ...node].flatMap((path) => ["--ro-bind-try", path, path]),
    ],
    path: [...node.filter((path) => path.endsWith("/bin")), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
  };
}

/** On most systems `/bin` and the like are links into `/usr`, on others they are directories. */
async function topLevelArgs(name: string): Promise<readonly string[]> {
  const path = `/${name}`;
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return ["--symlink", await readlink(path), path];
    return stats.isDirectory() ? ["--ro-bind", path, path] : [];
  } catch {
    // This system has no such directory.
    return [];
  }
}

/** Only `bin` and the global modules: the prefix itself may be somebody's home directory. */
async function nodeDirectories(execPath: string): Promise<readonly string[]> {
  const bin = dirname(await realpath(execPath));
  if (bin.startsWith("/usr/")) return [];
  const modules = join(dirname(bin), "lib/node_modules");
  try {
    await access(modules);
    return [bin, modules];
  } catch {
    // A Node without npm: the program alone.
    return [bin];
  }
}
