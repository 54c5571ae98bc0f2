import { isJsonObject, type JsonObject } from "@x/mcp-core";

/**
 * Fills what a user left out with the defaults of the requested schema (MCP client/elicitation). Such schemas are
 * flat objects, so only the first level is filled. Returns the same object where nothing is missing.
 */
export function fillElicitationDefaults(content: JsonObject, requestedSchema: unknown): JsonObject {
  const properties = isJsonObject(requestedSchema) ? requestedSchema.properties : undefined;
  if (!isJsonObject(properties)) return content;
  const missing = Object.entries(properties).filter(
    ([key, schema]) => content[key] === undefined && isJsonObject(schema) && schema.default !== undefined,
  );
  if (missing.length === 0) return content;
  return {
    ...content,
    ...Object.fromEntries(missing.map(([key, schema]) => [key, (schema as JsonObject).default])),
  };
}
