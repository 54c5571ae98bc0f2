import type { JsonObject, McpTransportConfig } from "@x/mcp";
import type { SandboxId } from "../contract/sandbox-view.ts";
import type { ServerView } from "../contract/server-view.ts";
import type { PlaceNeeds } from "../places/place.ts";

/** An HTTP server that the app runs itself: a program that tells the port it listens on. */
export interface LoopbackDeclaration {
  readonly kind: "loopback-http";
  readonly serverId: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Of the MCP endpoint, such as `/mcp`. */
  readonly path: string;
}

/** A server of the wiki: how it is reached, and what a person should know of it. */
export interface WikiServer {
  readonly declaration: McpTransportConfig | LoopbackDeclaration;
  /** What it is, in a few words. Default: the name of its command, or the host it is on. */
  readonly about?: string;
  /** Arguments to try its tools with, by the tool's name on the server. */
  readonly examples?: Readonly<Record<string, JsonObject>>;
  /** What its program needs of the place it runs in. Default: a folder of its own and nothing else. */
  readonly needs?: PlaceNeeds;
  /** Where it was asked to run. Default: where the wiki's programs run. */
  readonly sandbox?: SandboxId;
  /** Tools of it that are known to only read, though they do not say so themselves. */
  readonly readOnlyTools?: readonly string[];
  /** Who declared it. Default: the app. */
  readonly origin?: ServerView["origin"];
}

/** Whether the app itself knows that a tool only reads. */
export function isKnownToRead(server: WikiServer | undefined, toolName: string): boolean {
  return server?.readOnlyTools?.includes(toolName) ?? false;
}
