import { cancelledError, SandboxError } from "./error.ts";
import type { SandboxFileEntry, SandboxFiles } from "./files.ts";
import { resolvePath } from "./path.ts";

const defaultMaxBytes = 10 * 1024 * 1024;

/** Files kept in a map from absolute path to content; a directory is there when something is in it. */
export function memoryFiles(map: Map<string, Uint8Array>, workdir: string): SandboxFiles {
  const begin = (path: string, signal: AbortSignal | undefined): string => {
    if (signal?.aborted) throw cancelledError(signal);
    return resolvePath(path, workdir);
  };
  return {
    async read(path, { maxBytes = defaultMaxBytes, signal } = {}) {
      const data = map.get(begin(path, signal)) ?? missing();
      if (data.length <= maxBytes) return data.slice();
      throw new SandboxError("output_limit", { message: "The file is larger than maxBytes." });
    },
    async write(path, data, { signal } = {}) {
      map.set(begin(path, signal), data.slice());
    },
    async list(path, { signal } = {}) {
      const directory = begin(path, signal);
      if (!directoryExists(map, directory, workdir)) missing();
      const entries = new Map<string, SandboxFileEntry>();
      for (const file of map.keys()) {
        const [name, ...below] = under(file, directory)?.split("/") ?? [];
        if (name !== undefined) entries.set(name, { name, type: below.length > 0 ? "directory" : "file" });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async remove(path, { signal } = {}) {
      const target = begin(path, signal);
      const found = [...map.keys()].filter((file) => file === target || under(file, target) !== undefined);
      if (found.length === 0) missing();
      for (const file of found) map.delete(file);
    },
  };
}

/** Whether a program can be started in `path`. */
export function directoryExists(
  map: ReadonlyMap<string, Uint8Array>,
  path: string,
  workdir: string,
): boolean {
  if (path === "/" || path === workdir) return true;
  return [...map.keys()].some((file) => under(file, path) !== undefined);
}

function under(file: string, directory: string): string | undefined {
  const prefix = directory === "/" ? "/" : `${directory}/`;
  return file.startsWith(prefix) ? file.slice(prefix.length) : undefined;
}

function missing(): never {
  throw new SandboxError("file_not_found", { message: "There is no such file in the sandbox." });
}
