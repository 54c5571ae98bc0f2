import type { AiSdkSandboxSession } from "./ai-sdk-sandbox.ts";
import { SandboxError } from "./error.ts";
import type { SandboxFiles } from "./files.ts";
import { filesFromExec } from "./files-from-exec.ts";
import { resolvePath } from "./path.ts";
import type { SandboxSession } from "./sandbox.ts";

const defaultMaxBytes = 10 * 1024 * 1024;

/** Files of an AI SDK session: read and written by the port itself, listed and removed by commands. */
export function aiSdkFiles(
  foreign: AiSdkSandboxSession,
  exec: NonNullable<SandboxSession["exec"]>,
  workdir: string,
): SandboxFiles {
  const { list, remove } = filesFromExec(exec, workdir);
  return {
    async read(path, { maxBytes = defaultMaxBytes, signal } = {}) {
      const absolute = resolvePath(path, workdir);
      const bytes = await foreign.readBinaryFile({
        path: absolute,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      if (bytes === null) throw new SandboxError("file_not_found", { message: "There is no such file." });
      if (bytes.length <= maxBytes) return bytes;
      throw new SandboxError("output_limit", { message: "The file is larger than maxBytes." });
    },
    async write(path, data, { signal } = {}) {
      const absolute = resolvePath(path, workdir);
      await foreign.writeBinaryFile({
        path: absolute,
        content: data,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
    },
    list,
    remove,
  };
}
