import { SandboxError } from "./error.ts";
import type { SandboxFileEntry, SandboxFiles } from "./files.ts";
import { pathBelow, resolvePath } from "./path.ts";
import type { ExecResult } from "./process.ts";
import type { ExecOptions, SandboxSession } from "./sandbox.ts";

const missing = 44;
const scripts = {
  read: `[ -f "$1" ] || exit ${missing}; exec cat -- "$1"`,
  write: 'mkdir -p -- "$(dirname -- "$1")" && exec cat > "$1"',
  list: `cd -- "$1" 2>/dev/null || exit ${missing}
for f in * .[!.]* ..?*; do
  if [ -d "$f" ] && [ ! -L "$f" ]; then printf 'directory/%s\\0' "$f"
  elif [ -f "$f" ]; then printf 'file/%s\\0' "$f"
  elif [ -e "$f" ] || [ -L "$f" ]; then printf 'other/%s\\0' "$f"; fi
done`,
  remove: `[ -e "$1" ] || [ -L "$1" ] || exit ${missing}; exec rm -rf -- "$1"`,
};

/**
 * Files for any sandbox that has a POSIX `sh`: each operation runs inside the sandbox, so a path means what a
 * program there sees, and no symbolic link is ever followed on the host.
 */
export function filesFromExec(exec: NonNullable<SandboxSession["exec"]>, workdir: string): SandboxFiles {
  const run = async (
    script: keyof typeof scripts,
    path: string,
    options: ExecOptions = {},
  ): Promise<ExecResult> => {
    const absolute = resolvePath(path, workdir);
    const below = pathBelow(absolute, workdir);
    // Relative to the workdir, because an adapter may map `/workspace` to another real path.
    const argument = below === undefined ? absolute : `./${below}`;
    const result = await exec(
      { command: "sh", args: ["-c", scripts[script], "sh", argument], cwd: workdir },
      options,
    );
    if (result.exitCode === 0) return result;
    throw result.exitCode === missing
      ? new SandboxError("file_not_found", { message: "There is no such file in the sandbox." })
      : new SandboxError("file_failed", {
          message: `The sandbox could not ${script} the file (${result.reason}, exit code ${result.exitCode}).`,
        });
  };
  return {
    async read(path, { maxBytes, signal } = {}) {
      const result = await run("read", path, {
        ...(maxBytes === undefined ? {} : { maxOutputBytes: maxBytes }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (!result.truncated) return result.stdout;
      throw new SandboxError("output_limit", { message: "The file is larger than maxBytes." });
    },
    async write(path, data, options) {
      await run("write", path, { stdin: data, ...options });
    },
    async list(path, options) {
      const { stdout } = await run("list", path, options);
      const entries = new TextDecoder()
        .decode(stdout)
        .split("\0")
        .filter((entry) => entry !== "");
      return entries.map(toEntry).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async remove(path, options) {
      await run("remove", path, options);
    },
  };
}

function toEntry(line: string): SandboxFileEntry {
  const slash = line.indexOf("/");
  const type = line.slice(0, slash);
  return { name: line.slice(slash + 1), type: type === "file" || type === "directory" ? type : "other" };
}
