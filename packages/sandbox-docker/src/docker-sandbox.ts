import { randomUUID } from "node:crypto";
import { cancelledError, checkSandboxOptions, type Sandbox, SandboxError } from "@x/sandbox";
import { createEngine, type Engine } from "./engine.ts";
import { createImageSource } from "./image-source.ts";
import { checkLabels } from "./labels.ts";
import { openSession } from "./open-session.ts";
import type { DockerSandboxOptions } from "./options.ts";
import { formatOwner, thisOwner } from "./owner.ts";
import { probeEngine } from "./probe.ts";
import { startReaper } from "./reaper.ts";
import { createReaperLease } from "./reaper-lease.ts";
import { checkOptions, sandboxId } from "./settings.ts";
import { sweepDeadOwners } from "./sweep.ts";

/**
 * Programs in containers of Docker or Podman, one container each, hardened: no network, no capabilities, read-only root
 * file system, bounded memory and processes. A session's containers share `/workspace`. Making the sandbox starts
 * nothing and asks nothing.
 *
 * @throws {SandboxError} `invalid_argument`
 * @example
 * const sandbox = dockerSandbox({ image: "node:24-slim" });
 */
export function dockerSandbox(options: DockerSandboxOptions): Sandbox {
  const settings = checkOptions(options ?? {});
  const images = createImageSource(settings);
  let connected: Promise<Engine> | undefined;
  let identified: ReturnType<typeof identify> | undefined;
  const connect = (): Promise<Engine> => {
    connected ??= createEngine(settings);
    return connected;
  };
  const owner = (): ReturnType<typeof identify> => {
    identified ??= identify();
    return identified;
  };
  const lease = createReaperLease(async () =>
    startReaper((await connect()).address, (await owner()).ownerLabel),
  );
  return {
    id: sandboxId,
    isolation: settings.isolation,
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, sandboxId);
      const { labels = {}, signal } = openOptions;
      checkLabels(labels);
      if (signal?.aborted) throw cancelledError(signal, sandboxId);
      const engine = await connect();
      const facts = await probeEngine(engine, settings, signal);
      const image = await images.find(engine, signal);
      const { ownerLabel, self } = await owner();
      if (settings.reaper) await lease.acquire();
      return openSession({
        engine,
        settings,
        facts,
        imagePath: image.path,
        ownerLabel,
        diesWithOwner: settings.reaper || self !== undefined,
        labels,
        signal,
        onClosed: async (clean) => {
          if (settings.reaper) await lease.release(clean);
        },
      });
    },
    async sweep(sweepOptions = {}) {
      checkSandboxOptions(sweepOptions, sandboxId);
      const { signal } = sweepOptions;
      const { self } = await owner();
      if (self === undefined) {
        throw new SandboxError("unsupported", {
          message: "Only Linux tells which owners are dead; on this system nothing was removed.",
          sandbox: sandboxId,
          remedy: "Remove containers and volumes with the label x.sandbox by hand.",
        });
      }
      const engine = await connect();
      const { isLocal } = await probeEngine(engine, settings, signal);
      return sweepDeadOwners(engine, { self, engineIsLocal: isLocal }, signal);
    },
  };
}

/** Who this process is; where that cannot be told, at least its reaper knows what it made. */
async function identify() {
  const self = await thisOwner();
  return { self, ownerLabel: self === undefined ? `unknown:${randomUUID()}` : formatOwner(self) };
}
