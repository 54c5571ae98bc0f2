import type { ConfigError } from "@x/mcp-core";
import type { McpConfigInput } from "./dialect/config-inputs.ts";
import type { McpConfigDialect } from "./dialect/server-entry.ts";
import type { McpConfigResolvers } from "./expand/config-resolvers.ts";
import type { McpSandboxPolicy, McpServerDeclaration } from "./server-declaration.ts";

/** A server as its file declares it: placeholders are not expanded, paths are as they are written. */
export interface McpDeclaredServer {
  readonly serverId: string;
  readonly declaration: McpServerDeclaration;
  /** The container image it asks for, where it asks for one. */
  readonly image?: string;
  /** The file of variables it asks for, as it is written. They are in what {@link McpConfig.resolve} gives. */
  readonly envFile?: string;
}

/** Something that is no mistake, and worth a word. */
export interface McpConfigWarning {
  /** Where and what, as a sentence. Never a value. */
  readonly message: string;
  readonly pointer: string;
  readonly serverId?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Which tools of which servers a file allows and blocks, in the words of `registerMcpTools`. */
export interface McpToolSelection {
  /** Patterns of the form `server/tool`. Absent: all. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/**
 * A configuration that was read. Printing it, or `JSON.stringify`, shows placeholders as they are written, and
 * stars in the place of literal values of `env`, `headers` and `auth`.
 */
export interface McpConfig {
  /** The file it was read from. */
  readonly file: string | undefined;
  readonly dialect: McpConfigDialect;
  /** Of design-C files: the image of the agent. */
  readonly image: string | undefined;
  /**
   * What the file asks of every sandbox. It is in the declarations already; hand it to `createMcpTransportPool`, too,
   * where the pool has servers from elsewhere.
   */
  readonly policy: McpSandboxPolicy | undefined;
  /** In the order of the file; those that are wrong or disabled are not among them. */
  readonly servers: readonly McpDeclaredServer[];
  readonly disabled: readonly string[];
  /** What a person is to be asked for, as VS Code's `inputs` say it. */
  readonly inputs: readonly McpConfigInput[];
  /** What is wrong with the others, by server. One bad server costs one server. */
  readonly problems: readonly ConfigError[];
  readonly warnings: readonly McpConfigWarning[];
  readonly tools: McpToolSelection;
  /** Expands placeholders and paths. Never rejects for a missing value: that costs its server alone. */
  resolve(resolvers?: McpConfigResolvers): Promise<McpResolvedConfig>;
  toJSON(): object;
}

/** A configuration with its values. Printing it shows them as their file writes them. */
export interface McpResolvedConfig {
  /** For a pool: plain data with the values in it, secrets included. */
  readonly servers: readonly McpServerDeclaration[];
  /** As {@link McpConfig.policy}. */
  readonly policy: McpSandboxPolicy | undefined;
  /** What is wrong with the servers that are not among them: {@link McpConfig.problems} and missing values. */
  readonly errors: readonly ConfigError[];
  readonly tools: McpToolSelection;
  toJSON(): object;
}
