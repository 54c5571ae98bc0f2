import type { ToolDefinition } from "@x/tools";
import type { ToolPart } from "../contract/chat.ts";

/** What the card of a call says of its tool. */
export function toolFacts(
  name: string,
  tool: ToolDefinition | undefined,
): Pick<ToolPart, "tool" | "serverId" | "title"> {
  const { origin, title } = tool ?? {};
  return {
    tool: name,
    ...(origin === undefined ? {} : { serverId: origin.serverId }),
    ...(title === undefined ? {} : { title }),
  };
}
