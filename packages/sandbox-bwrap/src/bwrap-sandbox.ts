import { randomUUID } from "node:crypto";
import {
  cancelledError,
  checkSandboxOptions,
  createSession,
  type Sandbox,
  SandboxError,
  type SandboxFeature,
  withStartDeadline,
} from "@x/sandbox";
import type { BwrapSandboxOptions } from "./options.ts";
import { probe, unavailable } from "./probe.ts";
import { filterFor } from "./seccomp/filter-for.ts";
import { openSessionDirectory } from "./session-directory.ts";
import { checkOptions, type Settings } from "./settings.ts";
import { SetUpError, startProgram } from "./start-program.ts";
import { sweepDirectories } from "./sweep.ts";
import { systemView } from "./system-view.ts";

const id = "bwrap";
const probeTimeoutMs = 30_000;

/**
 * Runs programs in bubblewrap: Linux namespaces of their own, no network, no capabilities, an empty environment, and
 * of the host's files only the system's programs, read-only. `open()` proves that all of it works here, and fails with
 * a remedy if it does not; there is no fallback.
 *
 * @throws {SandboxError} `invalid_argument`, naming the key
 */
export function bwrapSandbox(options: BwrapSandboxOptions = {}): Sandbox {
  const settings = checkOptions(options);
  return {
    id,
    isolation: "os-policy",
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, id);
      const { signal } = openOptions;
      // Everything before the probe is local and quick; a cancelled caller gets none of it.
      if (signal?.aborted) throw cancelledError(signal, id);
      const filter = settings.seccomp ? filterFor(process.arch) : undefined;
      const system = await systemView();
      const directory = await openSessionDirectory(settings);
      const scope = { settings, directory, system, filter };
      try {
        await withStartDeadline((stop) => probe(scope, stop), {
          sandbox: id,
          timeoutMs: probeTimeoutMs,
          signal,
        });
      } catch (error) {
        await directory.remove();
        throw error;
      }
      return createSession({
        id: `${id}-${randomUUID()}`,
        sandbox: id,
        isolation: "os-policy",
        features: features(settings),
        async spawn(command, { signal: stop, purpose }) {
          const network = purpose === "install" ? settings.installNetwork : settings.network;
          try {
            return await startProgram(scope, command, network, stop);
          } catch (error) {
            throw error instanceof SetUpError ? setUpFailed(error) : error;
          }
        },
        close: () => directory.remove(),
      });
    },
    async sweep(sweepOptions = {}) {
      checkSandboxOptions(sweepOptions, id);
      return sweepDirectories(sweepOptions.signal);
    },
  };
}

function features({ root, network, user, cpuTimeMs }: Settings): readonly SandboxFeature[] {
  return [
    ...(root === undefined ? (["session-files"] as const) : []),
    ...(network === "none" ? (["network-none"] as const) : []),
    ...(user?.uid === 0 ? [] : (["no-privileges"] as const)),
    ...(cpuTimeMs === undefined ? [] : (["limit-cpu"] as const)),
    "processes",
    "binary",
    "close-stdin",
    "signal-term",
    "kill-tree",
    "parent-death",
    "limit-memory",
    "limit-pids",
    "private-files",
    "private-processes",
  ];
}

/** The probe went well with the same options, so it is the directory; anything else is told as the probe would. */
function setUpFailed(error: SetUpError): SandboxError {
  if (!error.output.includes("chdir")) return unavailable(error);
  return new SandboxError("spawn_failed", {
    message: "The working directory is missing in the sandbox.",
    sandbox: id,
    cause: error,
    detail: "ENOENT",
  });
}
