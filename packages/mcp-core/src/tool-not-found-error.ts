import type { JsonObject } from "./json.ts";
import { McpError } from "./mcp-error.ts";

/** Where a tool was looked for and not found. */
export type ToolNotFoundWhere = "registry" | "server" | "allowlist";

/** No such tool, or it is not allowed. Code `tool_not_found`, outcome `not-sent`. */
export class ToolNotFoundError extends McpError {
  readonly where: ToolNotFoundWhere;
  /** The names closest to the one asked for. */
  readonly nearest: readonly string[];

  constructor(init: {
    readonly toolName: string;
    readonly where: ToolNotFoundWhere;
    readonly nearest?: readonly string[];
    readonly serverId?: string | undefined;
    readonly cause?: unknown;
  }) {
    const nearest = init.nearest ?? [];
    super("tool_not_found", {
      message: describe(init.toolName, init.where, init.serverId, nearest),
      serverId: init.serverId,
      toolName: init.toolName,
      outcome: "not-sent",
      cause: init.cause,
    });
    this.where = init.where;
    this.nearest = nearest;
  }

  override get name(): string {
    return "ToolNotFoundError";
  }

  override toJSON(): JsonObject {
    return { ...super.toJSON(), where: this.where, nearest: this.nearest };
  }
}

function describe(
  tool: string,
  where: ToolNotFoundWhere,
  serverId: string | undefined,
  nearest: readonly string[],
): string {
  const place = {
    registry: "in the registry",
    server: serverId === undefined ? "on any server" : `on server "${serverId}"`,
    allowlist: "among the allowed tools",
  }[where];
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.map((name) => `"${name}"`).join(", ")}?` : "";
  // A model or a plain JavaScript caller may ask for what is no name.
  const asked = typeof tool === "string" ? `"${tool}"` : `whose name is of type ${typeof tool}`;
  return `There is no tool ${asked} ${place}.${hint}`;
}
