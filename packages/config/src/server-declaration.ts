import type { McpSessionDeclaration } from "@x/mcp-core";
import type { McpIsolationLevel } from "./schema/isolation-level.ts";

/** What a sandbox must keep programs from, as `SandboxPolicy` of `@x/sandbox`. */
export interface McpSandboxPolicy {
  /** The weakest isolation level that is accepted. Default: `none`, so every sandbox. */
  readonly minimumIsolation?: McpIsolationLevel;
  /** `none`: no network. Default: `any`. */
  readonly network?: "none" | "any";
}

/** A program, as the stdio transport takes it. */
export interface McpStdioDeclaration extends McpSessionDeclaration {
  readonly kind: "stdio";
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly install?: {
    readonly command: string;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly timeoutMs?: number;
  };
  readonly policy?: McpSandboxPolicy;
  readonly stopGraceMs?: number;
  readonly oneShot?: { readonly concurrency?: number; readonly listTtlMs?: number };
}

/** An endpoint, as the HTTP transport takes it. */
export interface McpHttpDeclaration extends McpSessionDeclaration {
  readonly kind: "streamable-http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: object;
  readonly egress?: { readonly allow?: readonly string[] };
  readonly legacySse?: boolean;
}

/** A declared server, as a pool takes it: plain data. */
export type McpServerDeclaration = McpStdioDeclaration | McpHttpDeclaration;
