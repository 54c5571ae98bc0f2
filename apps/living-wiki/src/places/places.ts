import type { SandboxChoice, SandboxId } from "../contract/sandbox-view.ts";
import type { Place } from "./place.ts";
import { probePlace } from "./probe-place.ts";

/** Where programs can run on this machine, and whether they may run on the machine itself. */
export interface Places extends AsyncDisposable {
  /** Strongest first. */
  readonly choices: readonly SandboxChoice[];
  readonly chosen: SandboxId;
  readonly hostAllowed: boolean;
  get(id: SandboxId): Place;
  /** Why a place cannot be used, if so. */
  missing(id: SandboxId): SandboxChoice | undefined;
  /** Somebody said that programs may run on this machine, as the user. */
  allowHost(): void;
  on(handler: () => void): () => void;
}

/** What is decided before anything is looked for. */
export interface PlacesOptions {
  /** Strongest first; the host is one of them. */
  readonly places: readonly Place[];
  /** Asked for by name. `host` is the permission to run there, too. */
  readonly wanted?: SandboxId | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** In this order a place is taken by itself: bubblewrap starts in milliseconds, an engine needs a second. */
const preference: readonly SandboxId[] = ["bwrap", "docker"];

/**
 * Looks which places are there. Where none isolates, the host is chosen, and nothing runs there before somebody allows
 * it. A slow engine is not waited for where bubblewrap is there.
 *
 * @throws Error where the place that was asked for is not there.
 */
export async function findPlaces({ places, wanted, signal }: PlacesOptions): Promise<Places> {
  const stop = new AbortController();
  const ending = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const handlers = new Set<() => void>();
  let hostAllowed = wanted === "host";
  const found = new Map<SandboxId, SandboxChoice>();
  const probes = new Map(
    places.map((place) => {
      const { id, label, isolation } = place;
      found.set(id, { id, label, isolation, available: false, reason: "It is being looked for." });
      const probing = probePlace(place, ending).then((choice) => {
        found.set(id, choice);
        for (const handler of handlers) handler();
      });
      probing.catch(() => undefined); // ended with the app; who waits for it hears of it
      return [id, probing] as const;
    }),
  );

  const choose = async (): Promise<SandboxId> => {
    if (wanted !== undefined) {
      await probes.get(wanted);
      const choice = found.get(wanted);
      if (choice?.available) return wanted;
      throw new Error(
        `The sandbox "${wanted}" is not there. ${[choice?.reason, choice?.remedy].filter(Boolean).join(" ")}`.trim(),
      );
    }
    for (const id of preference) {
      await probes.get(id);
      if (found.get(id)?.available) return id;
    }
    return "host";
  };

  let chosen: SandboxId;
  try {
    chosen = await choose();
  } catch (error) {
    stop.abort();
    await Promise.allSettled(probes.values());
    throw error;
  }
  return {
    chosen,
    get choices() {
      return places.flatMap(({ id }) => found.get(id) ?? []);
    },
    get hostAllowed() {
      return hostAllowed;
    },
    get(id) {
      const place = places.find((one) => one.id === id);
      if (place === undefined) throw new Error(`There is no sandbox "${id}".`);
      return place;
    },
    missing(id) {
      const choice = found.get(id);
      return choice?.available === false ? choice : undefined;
    },
    allowHost() {
      if (hostAllowed) return;
      hostAllowed = true;
      for (const handler of handlers) handler();
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      handlers.clear();
      await Promise.allSettled(probes.values());
    },
  };
}
