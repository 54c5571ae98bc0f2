import type { SweepResult } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { label } from "./labels.ts";
import { isDead, type Owner, parseOwner } from "./owner.ts";
import { removeContainer, removeVolume } from "./remove.ts";

interface Labelled {
  readonly Labels: Readonly<Record<string, string>> | null;
}

/** Removes the containers and volumes whose owners are dead. What cannot be judged stays. */
export async function sweepDeadOwners(
  engine: Engine,
  whoAsks: { readonly self: Owner; readonly engineIsLocal: boolean },
  signal: AbortSignal | undefined,
): Promise<SweepResult> {
  const filters = JSON.stringify({ label: [label.owner] });
  const containers = (await engine.call({ what: "list containers", signal }, (docker, abortSignal) =>
    docker.listContainers({ all: true, filters, abortSignal }),
  )) as readonly (Labelled & { readonly Id: string })[];
  const { Volumes } = (await engine.call({ what: "list volumes", signal }, (docker, abortSignal) =>
    docker.listVolumes({ filters, abortSignal }),
  )) as { readonly Volumes: readonly (Labelled & { readonly Name: string })[] | null };

  const orphans = async <T extends Labelled>(things: readonly T[]): Promise<readonly T[]> => {
    const dead = await Promise.all(
      things.map(async ({ Labels }) => {
        const owner = parseOwner(Labels?.[label.owner] ?? "");
        return owner !== undefined && (await isDead(owner, whoAsks));
      }),
    );
    return things.filter((_, index) => dead[index]);
  };
  const results = await Promise.allSettled(
    (await orphans(containers)).map(({ Id }) => removeContainer(engine, Id, signal)),
  );
  // Volumes last: one that a container still uses cannot be removed.
  const volumes = (await orphans(Volumes ?? [])).map(({ Name }) => removeVolume(engine, Name, signal));
  results.push(...(await Promise.allSettled(volumes)));
  const removed = results.filter(({ status }) => status === "fulfilled").length;
  return { removed, failed: results.length - removed };
}
