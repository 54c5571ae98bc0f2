import type { SandboxId } from "../contract/sandbox-view.ts";
import type { WatchedSandbox } from "./watched-sandbox.ts";
import type { WikiServer } from "./wiki-server.ts";

/** A server of the fleet, and what is known of it beside the pool. */
export interface FleetServer extends WikiServer {
  readonly serverId: string;
  /** Where its program runs; absent for a server that somebody else runs. */
  readonly watched: WatchedSandbox | undefined;
  /** The place of its program, started or not. */
  readonly place: SandboxId | undefined;
  /** It starts when this is there. */
  readonly waitsFor: "host-consent" | undefined;
  /** Of an HTTP server, as soon as it is known. */
  readonly url: string | undefined;
  /** Why it cannot be used: a wrong declaration, or a program that does not start. */
  readonly problem: unknown;
}

/** Something about a server that no event of the pool tells. */
export interface FleetEvent {
  readonly serverId: string;
  readonly text: string;
  /** It was taken out. */
  readonly removed?: true;
}
