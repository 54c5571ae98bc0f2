import type { SweepResult } from "@x/sandbox";
import { isDead } from "./owner.ts";
import type { Service } from "./service.ts";
import { ownNames } from "./settings.ts";

/** Names in a machine's metadata. */
export const madeHere: Readonly<Record<string, string>> = { [ownNames]: "session" };
export const ownerName: string = `${ownNames}-owner`;

/** Ends the machines whose owners, processes of this host, are dead. What cannot be judged stays. */
export async function sweepDeadOwners(
  service: Service,
  signal: AbortSignal | undefined,
): Promise<SweepResult> {
  const machines = await service.list(madeHere, signal);
  const dead = await Promise.all(machines.map(({ metadata }) => isDead(metadata[ownerName] ?? "")));
  const orphans = machines.filter((_, index) => dead[index]);
  const results = await Promise.allSettled(orphans.map(({ sandboxId }) => service.end(sandboxId)));
  const removed = results.filter(({ status }) => status === "fulfilled").length;
  return { removed, failed: results.length - removed };
}
