import type { IsolationLevel, Sandbox } from "@x/sandbox";
import type { SandboxId } from "../contract/sandbox-view.ts";

/** A path of this machine that a program sees under the same name. */
export interface SeenPath {
  readonly path: string;
  readonly writable?: boolean;
}

/** What a program needs of the place it runs in, beyond a folder of its own. */
export interface PlaceNeeds {
  readonly sees?: readonly SeenPath[];
  /** Default `none`. `internet`: it may reach out. `loopback`: it must also be reached from this machine. */
  readonly network?: "none" | "internet" | "loopback";
  /** Of the install step; default as `network`. */
  readonly installNetwork?: "none" | "internet";
}

/** A kind of place that programs can run in. Making it starts nothing. */
export interface Place {
  readonly id: SandboxId;
  readonly label: string;
  readonly isolation: IsolationLevel;
  /** Why it cannot do what a program needs, if so. */
  lacks(needs: PlaceNeeds): string | undefined;
  /** A sandbox with these needs met. */
  sandbox(needs: PlaceNeeds): Sandbox;
}
