import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { statusOf } from "./engine-error.ts";
import { label } from "./labels.ts";

const volumeAttempts = 20;
const volumeRetryMs = 100;

/** Kills and removes a container with its anonymous volumes. One that is gone, or on its way out, is no failure. */
export async function removeContainer(engine: Engine, id: string, signal?: AbortSignal): Promise<void> {
  try {
    await engine.call({ what: "remove a container", failure: "state_lost", signal }, (docker, abortSignal) =>
      docker.getContainer(id).remove({ force: true, v: true, abortSignal }),
    );
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 409) throw error;
  }
}

/** Removes a volume. One that is gone is no failure; one whose containers are on their way out is waited for. */
export async function removeVolume(engine: Engine, name: string, signal?: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engine.call({ what: "remove a volume", failure: "state_lost", signal }, (docker, abortSignal) =>
        docker.getVolume(name).remove({ force: true, abortSignal }),
      );
      return;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) return;
      if (status !== 409 || attempt === volumeAttempts) throw error;
      await sleep(volumeRetryMs);
    }
  }
}

/** Removes every container of a session, also one whose making was never answered. */
export async function removeContainersOf(engine: Engine, session: string): Promise<void> {
  const filters = JSON.stringify({ label: [`${label.session}=${session}`] });
  const containers = (await engine.call(
    { what: "list containers", failure: "state_lost" },
    (docker, signal) => docker.listContainers({ all: true, filters, abortSignal: signal }),
  )) as readonly { readonly Id: string }[];
  await Promise.all(containers.map(({ Id }) => removeContainer(engine, Id)));
}
