import type { Sandbox } from "@x/sandbox";
import type { SandboxId } from "../contract/sandbox-view.ts";
import type { Places } from "../places/places.ts";
import type { WikiServer } from "./wiki-server.ts";

/** Where a server's program runs, or that somebody has to allow it first. */
export type Placement =
  | { readonly id: SandboxId; readonly sandbox: Sandbox }
  | { readonly id: SandboxId; readonly waitsFor: "host-consent" };

/** Decides where programs of servers run. */
export interface FleetPlaces {
  /** @throws Error where the place cannot give what the program needs. */
  placementOf(server: WikiServer): Placement;
}

/** The places of this machine; the host is only given once somebody has allowed it. */
export function fleetPlaces(places: Places): FleetPlaces {
  return {
    placementOf({ sandbox: wanted, needs = {} }) {
      const id = wanted ?? places.chosen;
      const missing = places.missing(id);
      if (missing !== undefined)
        throw new Error([missing.reason, missing.remedy].filter((part) => part !== undefined).join(" "));
      const place = places.get(id);
      const lack = place.lacks(needs);
      if (lack !== undefined) throw new Error(lack);
      if (id === "host" && !places.hostAllowed) return { id, waitsFor: "host-consent" };
      return { id, sandbox: place.sandbox(needs) };
    },
  };
}
