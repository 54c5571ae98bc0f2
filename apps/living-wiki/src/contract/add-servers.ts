import type { ErrorView } from "./error-view.ts";
import type { SandboxId } from "./sandbox-view.ts";

/** Body of `POST /api/servers`. */
export interface AddServersRequest {
  /** As pasted: `{ "mcpServers": { … } }`, one entry of it, or any other dialect of `@x/config`; JSON or YAML. */
  readonly text: string;
  /** For a bare entry that has no name: `{ "command": … }`. */
  readonly serverId?: string;
  /** Where it runs; by default the wiki's own choice. */
  readonly sandbox?: SandboxId;
  /** Only say what would be added; nothing is started. */
  readonly check?: boolean;
}

/** A server that was read from the pasted text. */
export interface PastedServer {
  readonly serverId: string;
  readonly transport: "stdio" | "streamable-http";
  /** The program or the host, without arguments, variables, headers and query. */
  readonly about: string;
}

/** Where in the pasted text something is wrong. */
export interface PastedProblem extends ErrorView {
  readonly serverId?: string;
  /** JSON pointer. */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Answer of `POST /api/servers`: 201 where any was added, else 400. */
export interface AddServersResult {
  readonly added: readonly string[];
  /** What was read, whether added or only checked (`check`: always answered with 200). */
  readonly servers: readonly PastedServer[];
  readonly problems: readonly PastedProblem[];
  /** Keys that mean nothing here, and the like. */
  readonly warnings: readonly string[];
}
