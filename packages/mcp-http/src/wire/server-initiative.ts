import { isJsonObject, type JsonObject, type JsonRpcMessage } from "@x/mcp-core";

/** What a legacy server may say without having been asked. */
export interface ServerInitiative {
  /** Anything at all: only then a stream for it is worth a connection. */
  readonly possible: boolean;
  /** That its tools changed. */
  readonly toolsChange: boolean;
}

/**
 * Reads both sides of the handshake (MCP 2025-11-25 basic/lifecycle, capabilities): a client that can be asked
 * something, or a server that announced notifications.
 */
export function serverInitiative(request: JsonRpcMessage, answer: JsonRpcMessage): ServerInitiative {
  const client = objectAt(request.params, "capabilities");
  const server = objectAt(answer.result, "capabilities");
  const asked = ["sampling", "elicitation", "roots", "tasks"].some((key) => client[key] !== undefined);
  const announced =
    server.logging !== undefined ||
    server.tasks !== undefined ||
    ["tools", "resources", "prompts"].some((key) => {
      const { listChanged, subscribe } = objectAt(server, key);
      return listChanged === true || subscribe === true;
    });
  return {
    possible: asked || announced,
    toolsChange: objectAt(server, "tools").listChanged === true,
  };
}

function objectAt(value: unknown, key: string): JsonObject {
  const inner = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}
