import { type McpTool, type McpTransportPort, ToolError } from "@x/mcp-core";
import type { ToolDefinition } from "../tool-definition.ts";
import type { HarnessToolDeclaration } from "./harness-declaration.ts";

/** A declared tool; what its server says about it is there once the server has been listed. */
export interface HarnessTool {
  readonly definition: ToolDefinition;
  /** Takes in the server's own definition. */
  describe(tool: McpTool): void;
}

/** Makes the tool of one declaration; its first call connects. */
export function createHarnessTool(
  name: string,
  declaration: HarnessToolDeclaration,
  port: McpTransportPort,
): HarnessTool {
  let listed: McpTool | undefined;

  const call: NonNullable<ToolDefinition["call"]> = async (args, options) => {
    const adapted = declaration.inputAdapter === undefined ? args : await declaration.inputAdapter(args);
    const result = await port.callTool(declaration.tool, adapted, options);
    if (result.isError || declaration.outputAdapter === undefined) return result;
    return { ...result, output: await declaration.outputAdapter(result.output, result) };
  };

  return {
    describe(tool) {
      listed = tool;
    },
    definition: {
      name,
      origin: { serverId: port.serverId, serverToolName: declaration.tool },
      get description() {
        return declaration.description ?? listed?.description;
      },
      get title() {
        return listed?.title;
      },
      get inputSchema() {
        const own = declaration.inputAdapter === undefined ? listed?.inputSchema : undefined;
        return declaration.inputSchema ?? own ?? { type: "object" };
      },
      get outputSchema() {
        return declaration.outputAdapter === undefined ? listed?.outputSchema : undefined;
      },
      get annotations() {
        return listed?.annotations;
      },
      get _meta() {
        return listed?._meta;
      },
      call,
      async execute(args, options) {
        const result = await call(args, options);
        if (result.isError) throw new ToolError({ toolName: name, serverId: port.serverId, result });
        return result.output;
      },
    },
  };
}
