import type { McpContent, McpToolResult } from "@x/mcp";

/** Prints every block of a result: text as it is, everything else as what it is and how large. */
export function printResult(result: McpToolResult, out: NodeJS.WriteStream): void {
  if (result.isError) out.write("The tool answered with an error:\n");
  for (const block of result.content) out.write(`${describe(block)}\n`);
  if (result.structuredContent !== undefined)
    out.write(`structured: ${JSON.stringify(result.structuredContent, null, 2)}\n`);
}

function describe(block: McpContent): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type} ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
    case "resource":
      return block.resource.text ?? `[resource ${block.resource.uri}]`;
    case "resource_link":
      return `[link ${block.uri}]`;
    default:
      return `[block ${JSON.stringify(block.block)}]`;
  }
}
