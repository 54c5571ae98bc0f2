import type { JsonObject } from "@x/mcp-core";
import { serverSchemas } from "./server-schema.ts";

/**
 * The JSON Schema (draft 2020-12) of our own format, for editors; published as `@x/config/mcp-servers.schema.json`.
 */
export async function mcpServersJsonSchema(): Promise<JsonObject> {
  const { z } = await import("zod");
  const schemas = serverSchemas(z);
  const server = z.union([schemas.stdio, schemas["streamable-http"]]);
  const document = z.strictObject({
    $schema: z.string().optional(),
    policy: schemas.policy
      .optional()
      .describe("Holds for every server that is a program, on top of its own policy."),
    servers: z.record(z.string().min(1), server).describe("Servers by name."),
  });
  return { ...z.toJSONSchema(document, { io: "input" }), title: "MCP servers" };
}
