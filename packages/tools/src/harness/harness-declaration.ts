import type { JsonObject, McpToolResult } from "@x/mcp-core";

/** What every harness-style declaration can say. Its key in the record is the tool's name for the model. */
export interface HarnessToolBase {
  /** What the model reads, in place of what the server says about its tool. Default: the server's. */
  readonly description?: string;
  /** The tool's name on its server. */
  readonly tool: string;
  /** JSON Schema of the model's arguments, where `inputAdapter` makes others of them. Default: the server's. */
  readonly inputSchema?: JsonObject;
  /** Makes the server's arguments of the model's. */
  inputAdapter?(args: JsonObject): JsonObject | Promise<JsonObject>;
  /** Makes the model's output of the tool's normalised one. Not called for an answer with `isError`. */
  outputAdapter?(output: unknown, result: McpToolResult): unknown;
}

/** A tool of an MCP server that is a command, run inside the sandbox. */
export interface McpStdioTool extends HarnessToolBase {
  readonly kind: "mcp_stdio";
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Run once inside the sandbox before the server's first start. */
  readonly install?: HarnessInstall;
}

/** What brings a server's program into the sandbox. */
export interface HarnessInstall {
  /** A shell command of the operator. */
  readonly command: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** On a clock of its own. Default 300,000. */
  readonly timeoutMs?: number;
}

/** A tool of an MCP server that is reached over streamable HTTP. */
export interface McpHttpTool extends HarnessToolBase {
  readonly kind: "mcp_http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly auth?: HarnessAuth;
}

/** A secret, or an object that says where it is kept, in the words of the factory's authorization. */
export type HarnessSecret = string | object;

/** How an HTTP server is told who calls. */
export type HarnessAuth =
  | { readonly kind: "none" }
  | { readonly kind: "bearer"; readonly token: HarnessSecret }
  | { readonly kind: "oauth2"; readonly accessToken: HarnessSecret }
  | { readonly kind: "api_key"; readonly header: string; readonly value: HarnessSecret }
  | { readonly kind: "basic"; readonly username: string; readonly password: HarnessSecret };

/** One tool of an agent, declared where the agent is. */
export type HarnessToolDeclaration = McpStdioTool | McpHttpTool;
