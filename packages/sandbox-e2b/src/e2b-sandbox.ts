import {
  cancelledError,
  checkSandboxOptions,
  type Sandbox,
  SandboxError,
  withStartDeadline,
} from "@x/sandbox";
import { openSession } from "./open-session.ts";
import type { E2bSandboxOptions } from "./options.ts";
import { thisOwner } from "./owner.ts";
import { createService } from "./service.ts";
import { checkMetadata, checkOptions, sandboxId } from "./settings.ts";
import { madeHere, ownerName, sweepDeadOwners } from "./sweep.ts";

/**
 * Programs in virtual machines of E2B, a remote service: one machine for each session, ended with it. The life of a
 * machine is renewed while its session is open, so that it ends soon after this process should it die. Making the
 * sandbox starts nothing and asks nothing.
 *
 * @throws {SandboxError} `invalid_argument`
 * @example
 * const sandbox = e2bSandbox({ apiKey: () => readSecret("e2b"), template: "my-servers" });
 */
export function e2bSandbox(options: E2bSandboxOptions = {}): Sandbox {
  const settings = checkOptions(options);
  const service = createService(settings);
  return {
    id: sandboxId,
    isolation: "remote",
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, sandboxId);
      const { labels = {}, signal } = openOptions;
      checkMetadata("labels", labels);
      if (signal?.aborted) throw cancelledError(signal, sandboxId);
      const owner = await thisOwner();
      const metadata = {
        ...settings.metadata,
        ...labels,
        ...madeHere,
        ...(owner === undefined ? {} : { [ownerName]: owner }),
      };
      return withStartDeadline(
        async (stop) => {
          const machine = await service.create(metadata, stop);
          try {
            stop.throwIfAborted();
            return await openSession(service, settings, machine, {
              diesWithOwner: owner !== undefined,
              signal: stop,
            });
          } catch (error) {
            // The reason of the failed opening is the one to tell; a machine that cannot be ended ends with its life.
            await service.end(machine.sandboxId).catch(() => {});
            throw error;
          }
        },
        { sandbox: sandboxId, timeoutMs: settings.startTimeoutMs, signal },
      );
    },
    async sweep(sweepOptions = {}) {
      checkSandboxOptions(sweepOptions, sandboxId);
      const { signal } = sweepOptions;
      if ((await thisOwner()) === undefined) {
        throw new SandboxError("unsupported", {
          message: "Only Linux tells which owners are dead; on this system nothing was ended.",
          sandbox: sandboxId,
          remedy: "Machines end by themselves after lifetimeMs.",
        });
      }
      return sweepDeadOwners(service, signal);
    },
  };
}
