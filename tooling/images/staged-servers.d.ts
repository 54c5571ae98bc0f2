/** Declaration of a stdio server, as `@x/mcp-stdio` takes it. */
export interface StagedServer {
  readonly kind: "stdio";
  readonly serverId: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
}

/** Real servers in a folder of their own, which disposing removes. */
export interface StagedServers extends AsyncDisposable {
  readonly folder: string;
  /** Two from npm, three from PyPI. */
  readonly servers: Readonly<Record<"everything" | "files" | "time" | "sqlite" | "fetch", StagedServer>>;
}

/**
 * Copies the servers to a new folder that every user can read. `place` is what the sandbox calls that folder; by
 * default, its own name.
 */
export function stageServers(options?: { readonly place?: string }): Promise<StagedServers>;
