import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { wordsOf } from "../text/words.ts";

/** A tool and how well it fits. */
export interface ToolMatch {
  readonly tool: LanguageModelV3FunctionTool;
  readonly score: number;
}

/** Tools by words, best first; of equally good ones in their own order. A word counts more the rarer it is. */
export function rankTools(text: string, tools: readonly LanguageModelV3FunctionTool[]): readonly ToolMatch[] {
  const asked = [...new Set(wordsOf(text))];
  const entries = tools.map((tool) => {
    const [server = "", name = ""] = splitName(tool.name);
    return {
      tool,
      fields: [
        { words: new Set(wordsOf(name)), weight: 3 },
        { words: new Set(wordsOf(server)), weight: 2 },
        // The first sentence says what it does; the rest of a description may speak of anything.
        { words: new Set(wordsOf((tool.description ?? "").split(/[.\n]/, 1)[0] ?? "")), weight: 1 },
      ],
    };
  });
  const rarity = (word: string): number => {
    const having = entries.filter(({ fields }) => fields.some(({ words }) => words.has(word))).length;
    return having === 0 ? 0 : Math.log(1 + entries.length / having);
  };
  const weights = new Map(asked.map((word) => [word, rarity(word)]));
  return entries
    .map(({ tool, fields }) => {
      const score = asked.reduce((sum, word) => {
        const best = Math.max(...fields.map(({ words, weight }) => (words.has(word) ? weight : 0)));
        return sum + best * (weights.get(word) ?? 0);
      }, 0);
      return { tool, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** The tool that is clearly meant: words of its own name are said, or most of what is said is about it. */
export function meantTool(
  text: string,
  tools: readonly LanguageModelV3FunctionTool[],
): ToolMatch["tool"] | undefined {
  const asked = new Set(wordsOf(text));
  const [best] = rankTools(text, tools);
  if (best === undefined) return undefined;
  const [server = "", name = ""] = splitName(best.tool.name);
  const said = (label: string): boolean => {
    const words = wordsOf(label).filter((word) => !generic.has(word));
    return words.length > 0 && words.every((word) => asked.has(word));
  };
  return said(name) || said(server) ? best.tool : undefined;
}

/** What many tools do says nothing about which one is meant. */
const generic = new Set([
  "get",
  "list",
  "read",
  "server",
  "tool",
  "data",
  "info",
  "simulate",
  "trigger",
  "toggle",
]);

function splitName(name: string): readonly string[] {
  const at = name.indexOf("__");
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 2)];
}

/** What is said to a tool, without the words that only say which one is meant. */
export function withoutToolWords(text: string, tool: string): string {
  const own = new Set([...wordsOf(splitName(tool).join(" ")), "run", "call", "use", "start", "open", "tool"]);
  const words = text.split(/(?<=\s)/);
  const first = words.findIndex((word) => wordsOf(word).some((one) => !own.has(one)));
  return first < 0 ? "" : words.slice(first).join("").trim();
}
