import { execFromSpawn, filesFromExec, resolvePath, SandboxError, type SandboxFiles } from "@x/sandbox";
import { type ArchiveEntry, packArchive, readArchivedFile } from "./archive.ts";
import type { Engine } from "./engine.ts";
import { type PathStat, statPath } from "./path-stat.ts";
import { ownership, unpack } from "./session-storage.ts";
import { type Settings, sandboxId, workdir } from "./settings.ts";

const defaultMaxBytes = 10 * 1024 * 1024;

/** What {@link archiveFiles} works with. */
export interface ArchiveFilesParts {
  readonly engine: Engine;
  readonly settings: Settings;
  /** A container that shows the session's files. */
  readonly view: string;
  readonly spawn: Parameters<typeof execFromSpawn>[0];
}

/**
 * The session's files. Reading and writing goes through the engine, which needs no program for it, and is some thirty
 * times quicker; an engine can neither list nor remove, so programs in the sandbox do that.
 */
export function archiveFiles({ engine, settings, view, spawn }: ArchiveFilesParts): SandboxFiles {
  const byPrograms = filesFromExec(execFromSpawn(spawn), workdir);
  const stat = (path: string, signal: AbortSignal | undefined): Promise<PathStat | undefined> =>
    statPath(engine, view, path, signal);
  return {
    list: byPrograms.list,
    remove: byPrograms.remove,
    async read(path, { maxBytes = defaultMaxBytes, signal } = {}) {
      const at = await stat(resolvePath(path, workdir), signal);
      if (at?.kind !== "file") throw failure("file_not_found", "There is no such file in the sandbox.");
      const call = {
        what: "read a file",
        failure: "file_failed",
        timeoutMs: settings.startTimeoutMs,
      } as const;
      return engine.call({ ...call, signal }, async (docker, abortSignal) => {
        const archive = await docker.getContainer(view).getArchive({ path: at.path, abortSignal });
        return readArchivedFile(archive, maxBytes);
      });
    },
    async write(path, data, { signal } = {}) {
      const absolute = resolvePath(path, workdir);
      const at = await stat(absolute, signal);
      if (at !== undefined && at.kind !== "file") {
        throw failure("file_failed", "The path is there already, and no file.");
      }
      const { folder, missing } = await place(at?.path ?? absolute, (parent) => stat(parent, signal));
      const { mode, ...owner } = ownership(settings.user);
      const name = missing.join("/");
      const folders = missing.slice(0, -1).map((_, index) => missing.slice(0, index + 1).join("/"));
      const entries: ArchiveEntry[] = folders.map((each) => ({ name: each, mode, ...owner }));
      entries.push({ name, data, mode: at?.mode ?? mode & 0o666, ...owner });
      await unpack(engine, view, folder, await packArchive(entries), signal);
    },
  };
}

/** The deepest folder above `path` that is there, and what is missing below it. */
async function place(
  path: string,
  stat: (path: string) => Promise<PathStat | undefined>,
): Promise<{ readonly folder: string; readonly missing: readonly string[] }> {
  const names = path.slice(1).split("/");
  for (let depth = names.length - 1; depth > 0; depth -= 1) {
    const at = await stat(`/${names.slice(0, depth).join("/")}`);
    if (at?.kind === "directory") return { folder: at.path, missing: names.slice(depth) };
    if (at !== undefined) throw failure("file_failed", "A part of the path is no directory.");
  }
  return { folder: "/", missing: names };
}

function failure(code: "file_not_found" | "file_failed", message: string): SandboxError {
  return new SandboxError(code, { message, sandbox: sandboxId });
}
