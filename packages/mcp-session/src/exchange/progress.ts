import { isJsonObject, type JsonObject, type McpProgress } from "@x/mcp-core";

/** Reads the figures of a `notifications/progress`; `undefined` where there is no number (MCP basic/patterns/progress). */
export function readProgress(params: JsonObject): McpProgress | undefined {
  const { progress, total, message } = params;
  if (typeof progress !== "number") return undefined;
  return {
    progress,
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}

/** The token of a `notifications/progress`, where it has one. */
export function progressToken(params: unknown): string | undefined {
  return isJsonObject(params) && typeof params.progressToken === "string" ? params.progressToken : undefined;
}
