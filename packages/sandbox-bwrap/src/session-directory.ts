import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directoryFailed, openWorkspace, type Workspace } from "@x/sandbox-host/process";
import { thisOwner } from "./owner.ts";
import type { Settings } from "./settings.ts";
import { directoryPrefix, ownerFile } from "./sweep.ts";

/** The directories of one session on the host. */
export interface SessionDirectory {
  readonly workspace: Workspace;
  /** Home directory of the programs, kept as long as the session, so that caches of `npm` and the like last. */
  readonly home: string;
  /** Files for `/etc`, by name. */
  readonly etc: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * Makes the directories, owned by whom the programs run as. The one that holds them all says whose it is.
 *
 * @throws {SandboxError} `invalid_path`, `quota`, `unavailable`
 */
export async function openSessionDirectory(settings: Settings): Promise<SessionDirectory> {
  // The caller's directory is looked at first: where there is none, nothing is made.
  const given = settings.root === undefined ? undefined : await openWorkspace(settings.root);
  let base: string | undefined;
  try {
    base = await realpath(await mkdtemp(join(tmpdir(), directoryPrefix)));
    return await fill(base, settings, given);
  } catch (error) {
    if (base !== undefined) await removeAll(base);
    throw directoryFailed(error);
  }
}

async function fill(
  base: string,
  { user }: Settings,
  given: Workspace | undefined,
): Promise<SessionDirectory> {
  const owner = await thisOwner();
  if (owner !== undefined) await writeFile(join(base, ownerFile), owner);
  const [home, own] = [join(base, "home"), join(base, "workspace")];
  for (const path of [home, own]) await mkdir(path);
  const etc = await writeEtc(base, user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
  if (user !== undefined) {
    const theirs = [base, home, own, ...Object.values(etc)];
    await Promise.all(theirs.map((path) => chown(path, user.uid, user.gid)));
  }
  return { workspace: given ?? (await openWorkspace(own)), home, etc, remove: () => removeAll(base) };
}

function removeAll(base: string): Promise<void> {
  return rm(base, { recursive: true, force: true, maxRetries: 3 });
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
