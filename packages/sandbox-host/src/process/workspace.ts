import { pathBelow, SandboxError } from "@x/sandbox";
import { directoryFailed } from "./directory-failed.ts";
import { mkdtemp, realpath, remove, stat } from "./file-system.ts";
import { os, path as paths } from "./node-builtins.ts";

/** The real directory behind `/workspace`. */
export interface Workspace {
  readonly root: string;
  /** The real path of an absolute path of the session. */
  toHost(path: string): string;
  /** Removes the directory if it was made here. */
  remove(): Promise<void>;
}

/** The name of the working directory in every session. */
const workdir = "/workspace";

/**
 * Makes a private temporary directory, or takes `root` as it is.
 *
 * @throws {SandboxError} `invalid_path` if `root` is no directory; `quota` or `unavailable` if no temporary one can be made
 */
export async function openWorkspace(root?: string): Promise<Workspace> {
  const real = root === undefined ? await temporaryDirectory() : await realDirectory(root);
  return {
    root: real,
    toHost(path) {
      const below = pathBelow(path, workdir);
      return below === undefined ? path : paths.join(real, below);
    },
    async remove() {
      if (root === undefined)
        await remove(real, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
    },
  };
}

async function temporaryDirectory(): Promise<string> {
  try {
    return await mkdtemp(paths.join(os.tmpdir(), "workspace-"));
  } catch (cause) {
    throw directoryFailed(cause);
  }
}

async function realDirectory(root: string): Promise<string> {
  try {
    const real = await realpath(root);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw noDirectory(cause);
  }
  throw noDirectory();
}

function noDirectory(cause?: unknown): SandboxError {
  return new SandboxError("invalid_path", {
    message: 'The option "root" must be an existing directory of the host. Make it, or leave the option out.',
    ...(cause === undefined ? {} : { cause }),
  });
}
