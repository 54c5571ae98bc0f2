import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace, type Workspace } from "@x/sandbox-host/process";
import type { Settings } from "./settings.ts";

/** The directories of one session on the host. */
export interface SessionDirectory {
  readonly workspace: Workspace;
  /** Home directory of the programs, kept as long as the session, so that caches of `npm` and the like last. */
  readonly home: string;
  /** Files for `/etc`, by name. */
  readonly etc: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Makes the directories, owned by whom the programs run as. */
export async function openSessionDirectory({ root, user }: Settings): Promise<SessionDirectory> {
  const workspace = await openWorkspace(root);
  const base = await realpath(await mkdtemp(join(tmpdir(), "bwrap-")));
  const home = join(base, "home");
  await mkdir(home);
  const etc = await writeEtc(base, user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
  if (user !== undefined) {
    const own = [base, home, ...Object.values(etc), ...(root === undefined ? [workspace.root] : [])];
    await Promise.all(own.map((path) => chown(path, user.uid, user.gid)));
  }
  return {
    workspace,
    home,
    etc,
    async remove() {
      await Promise.all([workspace.remove(), rm(base, { recursive: true, force: true, maxRetries: 3 })]);
    },
  };
}

async function writeEtc(
  base: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<Record<string, string>> {
  const content = {
    passwd: `sandbox:x:${uid}:${gid}::/home/sandbox:/bin/sh\n`,
    group: `sandbox:x:${gid}:\n`,
    hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
  };
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries(content)) {
    const path = join(base, name);
    await writeFile(path, text);
    files[name] = path;
  }
  return files;
}
