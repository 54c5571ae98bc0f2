import type { DocumentPath } from "../source/source-document.ts";

/** Whose format a file is in. */
export type McpConfigDialect =
  /** Ours: `servers` with `kind`. */
  | "native"
  /** `mcpServers`, as Claude Desktop, Claude Code, Cursor, Windsurf and many others write it. */
  | "mcpServers"
  /** `servers` with `type`, and `inputs`. */
  | "vscode"
  /** `mcp_servers`, a list with `name`, alone or under `agents`; also the value of `MCP_SERVERS`. */
  | "agents";

/** A server as it stands in a file. */
export interface ServerEntry {
  /** Undefined where the entry has no usable name. */
  readonly serverId: string | undefined;
  readonly value: unknown;
  /** From the top of the document. */
  readonly path: DocumentPath;
}
