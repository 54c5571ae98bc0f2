import { lstat, mkdir, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Arguments of bubblewrap that show this host's files, with `/workspace` and the home directory taken from `directory`. */
export async function viewArgs(directory: string): Promise<readonly string[]> {
  const workspace = join(directory, "workspace");
  // The host's own home would bring its shell profile along.
  const home = join(directory, "home");
  for (const each of [workspace, home]) await mkdir(each, { recursive: true });
  const args: string[] = [];
  for (const name of await readdir("/")) {
    const path = join("/", name);
    if (name === "workspace") continue;
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) args.push("--symlink", await readlink(path), path);
    else if (entry.isDirectory()) args.push("--dev-bind", path, path);
  }
  args.push("--dir", "/workspace", "--bind", workspace, "/workspace", "--setenv", "HOME", home);
  return [...args, "--die-with-parent", "--"];
}
