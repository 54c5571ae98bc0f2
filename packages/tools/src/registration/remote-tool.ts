import { type McpTool, type McpTransportPort, ToolError } from "@x/mcp-core";
import type { ToolDefinition } from "../tool-definition.ts";

/** A tool of a server as an agent's tool; the port does the calling. */
export function remoteTool(port: McpTransportPort, tool: McpTool, name: string): ToolDefinition {
  const { title, description, inputSchema, outputSchema, annotations, _meta, serverId, serverToolName } =
    tool;
  const call: NonNullable<ToolDefinition["call"]> = (args, options) =>
    port.callTool(tool.name, args, options);
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    _meta,
    origin: { serverId, serverToolName },
    call,
    async execute(args, options) {
      const result = await call(args, options);
      if (result.isError) throw new ToolError({ toolName: name, serverId, result });
      return result.output;
    },
  };
}
