import type { SandboxFeature } from "@x/sandbox";
import type { EngineFacts } from "./probe.ts";
import type { Settings } from "./settings.ts";

/** What sessions can do, as the options and the engine have it. */
export function sessionFeatures(
  settings: Settings,
  engine: EngineFacts,
  diesWithOwner: boolean,
): readonly SandboxFeature[] {
  const limited = settings.memoryBytes !== undefined;
  const conditional: readonly (readonly [SandboxFeature, boolean])[] = [
    ["parent-death", diesWithOwner],
    // Podman does not tell that it was memory.
    ["oom-reason", limited && !engine.isPodman],
    ["limit-memory", limited],
    ["limit-pids", settings.pids !== undefined],
    ["limit-cpu", settings.cpus !== undefined],
    ["network-none", settings.network === "none"],
    ["private-files", settings.mounts.length + settings.volumes.length === 0],
    ["no-privileges", !/^(0|root)(:|$)/.test(settings.user)],
  ];
  return [
    "binary",
    "close-stdin",
    "session-files",
    "processes",
    "signal-term",
    "kill-tree",
    "backend",
    "private-processes",
    ...conditional.filter(([, has]) => has).map(([feature]) => feature),
  ];
}
