import { hostSandbox } from "@x/sandbox-host";
import type { Place } from "./place.ts";

/** This machine itself: programs run as the user. Only chosen by name. */
export function hostPlace(): Place {
  return {
    id: "host",
    label: "This machine, as you",
    isolation: "none",
    lacks: () => undefined,
    sandbox: () => hostSandbox({ allowHostExecution: true }),
  };
}
