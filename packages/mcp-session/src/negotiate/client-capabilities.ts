import type { JsonObject, McpHostHandlers } from "@x/mcp-core";

/** The ways in which a host can be asked by its user (MCP client/elicitation). */
export type McpElicitationMode = "form" | "url";

/**
 * The capabilities of the client: exactly what the host has handlers for, plus the extensions it names. A server
 * must not ask for anything else.
 */
export function clientCapabilities(options: {
  readonly handlers: McpHostHandlers;
  readonly elicitationModes: readonly McpElicitationMode[];
  readonly extensions: JsonObject | undefined;
}): JsonObject {
  const { handlers, elicitationModes, extensions } = options;
  return {
    ...(handlers.elicit && elicitationModes.length > 0
      ? { elicitation: Object.fromEntries(elicitationModes.map((mode) => [mode, {}])) }
      : {}),
    ...(handlers.sample ? { sampling: {} } : {}),
    ...(handlers.roots ? { roots: {} } : {}),
    ...(extensions === undefined ? {} : { extensions }),
  };
}
