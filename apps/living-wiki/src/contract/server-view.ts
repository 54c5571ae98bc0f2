import type { McpEra, McpQuarantineReason, McpState } from "@x/mcp";
import type { IsolationLevel } from "@x/sandbox";
import type { ErrorView } from "./error-view.ts";
import type { SandboxId } from "./sandbox-view.ts";

/** Where the program of a server runs. */
export interface PlaceView {
  /** Id of the sandbox, such as `host`. */
  readonly sandbox: string;
  readonly isolation: IsolationLevel;
}

/** What a server says of itself. */
export interface ServerInfoView {
  readonly name: string;
  readonly version: string;
  readonly era: McpEra;
  readonly protocolVersion: string;
  readonly instructions?: string;
}

/** A tool that was left out of a list, and why. */
export interface QuarantinedToolView {
  readonly name?: string;
  readonly reason: McpQuarantineReason;
  readonly detail: string;
}

/** One server as the page shows it. No argument, variable or header of its declaration is in here. */
export interface ServerView {
  readonly serverId: string;
  /** What it is, in a few words: a package, a command. */
  readonly about: string;
  readonly transport: "stdio" | "streamable-http";
  /** Of a server over HTTP, without query. */
  readonly endpoint?: string;
  /** Absent for a server that somebody else runs. */
  readonly place?: PlaceView;
  readonly state: McpState;
  /** Absent until it first connected. */
  readonly info?: ServerInfoView;
  readonly tools: number;
  /** Grows whenever its tools must be fetched again. */
  readonly toolsRevision: number;
  readonly quarantined: readonly QuarantinedToolView[];
  readonly restarts: number;
  readonly lastError?: ErrorView;
  /** Milliseconds since the epoch. */
  readonly nextAttemptAt?: number;
  /** Ids of the processes it runs in now. */
  readonly processes: readonly string[];
  /** Who declared it: the app, the file of `--servers`, the environment, or somebody on the page. */
  readonly origin: "default" | "file" | "environment" | "page";
  /** Where its program runs, or would. Absent for a server that somebody else runs. */
  readonly sandbox?: SandboxId;
  /** Where its program runs can be changed (`PUT …/sandbox`). */
  readonly movable: boolean;
  /** It can be taken out again (`DELETE`). */
  readonly removable: boolean;
  /** It starts when this is there. */
  readonly waitsFor?: "host-consent";
  /** It is being installed inside its sandbox, before its first start. */
  readonly installing?: true;
}
