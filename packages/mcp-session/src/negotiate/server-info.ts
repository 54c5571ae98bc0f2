import { isJsonObject } from "@x/mcp-core";
import type { McpNegotiation } from "./negotiation.ts";

/** Reads what a server says it is. It is a SHOULD in the modern era, and junk in some servers of any era. */
export function readServerInfo(value: unknown): McpNegotiation["serverInfo"] {
  const { name, version } = isJsonObject(value) ? value : ({} as Record<string, unknown>);
  return {
    name: typeof name === "string" && name !== "" ? name : "unknown",
    version: typeof version === "string" && version !== "" ? version : "unknown",
  };
}
