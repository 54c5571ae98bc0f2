import type { McpSessionDeclaration } from "@x/mcp-core";
import type { SandboxPolicy } from "@x/sandbox";

/** An operator's step that puts a server into its sandbox. It runs once a session, before the first use. */
export interface StdioInstall {
  /** A shell string, run with `sh -c` inside the sandbox. Never made of what a model or a user says. */
  readonly command: string;
  /** Default: the session's workdir. The server runs there too, unless it has a `cwd` of its own. */
  readonly cwd?: string;
  /** Variables of this step alone. */
  readonly env?: Readonly<Record<string, string>>;
  /** On a clock of its own: it counts against no deadline of a connect or a call. Default: 300,000. */
  readonly timeoutMs?: number;
}

/** A server that is a program: plain data that survives `JSON.parse(JSON.stringify(config))`. */
export interface StdioServerConfig extends McpSessionDeclaration {
  readonly kind: "stdio";
  readonly serverId: string;
  /** A name on the sandbox's PATH, or a path. No shell sees it. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables of the server; nothing of the host's environment comes along by itself. */
  readonly env?: Readonly<Record<string, string>>;
  /** POSIX path; a relative one starts at the session's workdir. Default: `install.cwd`, else the workdir. */
  readonly cwd?: string;
  readonly install?: StdioInstall;
  /** What its sandbox must keep it from, on top of what the root's policy asks for. Default: nothing. */
  readonly policy?: SandboxPolicy;
  /** From EOF to SIGKILL when it is stopped. Default: 2,000. */
  readonly stopGraceMs?: number;
  /** For sandboxes that keep no process, so that each request starts the server anew. */
  readonly oneShot?: {
    /** Processes at once; further requests wait. Default: the number of processors. */
    readonly concurrency?: number;
    /** How long the tool list is remembered. Default: 60,000. */
    readonly listTtlMs?: number;
  };
}
