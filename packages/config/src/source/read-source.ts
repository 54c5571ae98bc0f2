import { ConfigError } from "@x/mcp-core";
import { parseJson } from "./json-document.ts";
import { pointerOf, type SourceDocument, type SyntaxProblem } from "./source-document.ts";
import { parseYaml } from "./yaml-document.ts";

/** How a text is written. `json` takes comments and trailing commas. */
export type McpConfigFormat = "json" | "yaml";

/** A configuration is a page of text; whatever is larger is something else. */
const maxLength = 4 * 1024 * 1024;

/**
 * Parses a text in the format its file name says, else in the one it looks like.
 *
 * @throws ConfigError with line and column where it is broken.
 */
export async function readSource(
  text: string,
  file: string | undefined,
  format: McpConfigFormat | undefined,
): Promise<SourceDocument> {
  if (text.length > maxLength)
    throw new ConfigError({
      pointer: "",
      file,
      problem: `it is longer than ${maxLength} characters, which no list of servers is.`,
    });
  // A byte order mark, as some editors write it.
  const clean = text.replace(/^\uFEFF/, "");
  const parsed = await parse(clean, format ?? formatOf(file, clean));
  if ("value" in parsed) return parsed;
  const { line, column, problem, path = [] } = parsed;
  throw new ConfigError({ pointer: pointerOf(path), file, line, column, problem });
}

async function parse(text: string, format: McpConfigFormat): Promise<SourceDocument | SyntaxProblem> {
  try {
    return await (format === "json" ? parseJson(text) : parseYaml(text));
  } catch (error) {
    // Both libraries go down into what is nested by calling themselves.
    if (!(error instanceof RangeError)) throw error;
    return { problem: "it is nested deeper than any list of servers." };
  }
}

function formatOf(file: string | undefined, text: string): McpConfigFormat {
  if (file !== undefined && /\.ya?ml$/i.test(file)) return "yaml";
  if (file !== undefined && /\.(jsonc?|json5)$/i.test(file)) return "json";
  return /^\s*(?:\/[/*]|[{[])/.test(text) ? "json" : "yaml";
}
