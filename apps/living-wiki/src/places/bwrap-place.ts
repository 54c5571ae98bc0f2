import { existsSync } from "node:fs";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { ownerFor } from "./owner-for.ts";
import type { Place } from "./place.ts";

/** bubblewrap: namespaces of the kernel, a few milliseconds a start. */
export function bwrapPlace(): Place {
  return {
    id: "bwrap",
    label: "bubblewrap",
    isolation: "os-policy",
    lacks: () => undefined,
    sandbox({ sees = [], network = "none", installNetwork = network === "none" ? "none" : "internet" }) {
      return bwrapSandbox({
        network: network === "none" ? "none" : "host",
        installNetwork: installNetwork === "none" ? "none" : "host",
        binds: sees
          .filter(({ path }) => existsSync(path))
          .map(({ path, writable = false }) => ({ source: path, writable })),
        ...ownerFor(sees),
      });
    },
  };
}
