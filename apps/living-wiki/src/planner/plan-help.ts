import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { plannerCommands } from "./commands.ts";
import { rankTools } from "./match-tool.ts";

/** What the planner can do. */
export function helpText(tools: readonly LanguageModelV3FunctionTool[]): string {
  return [
    "I am the built-in planner: no language model, no network. I find pages and tools by words, and I understand:",
    "",
    ...plannerCommands.map(({ usage, about }) => `- \`${usage}\`: ${about}`),
    "",
    `There are ${tools.length} tools. Plain words work, too: *summarise Tides*, *draw a diagram of Sourdough*, *add 2 and 3 with get-sum*.`,
  ].join("\n");
}

/** The tools that fit some words, or all of them by server. */
export function toolsText(words: string, tools: readonly LanguageModelV3FunctionTool[]): string {
  if (words === "") {
    const servers = new Map<string, string[]>();
    for (const { name } of tools) {
      const server = name.includes("__") ? name.slice(0, name.indexOf("__")) : "here";
      servers.set(server, [...(servers.get(server) ?? []), name]);
    }
    return [...servers]
      .map(([server, names]) => `**${server}**: ${names.map((name) => `\`${name}\``).join(", ")}`)
      .join("\n\n");
  }
  const found = rankTools(words, tools).slice(0, 8);
  if (found.length === 0) return `No tool speaks of “${words}”. \`/tools\` lists all of them.`;
  return found.map(({ tool }) => `- \`${tool.name}\`: ${firstLine(tool.description)}`).join("\n");
}

function firstLine(text = ""): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 140 ? `${line.slice(0, 137)}…` : line;
}
