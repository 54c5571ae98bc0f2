import { ConfigError } from "@x/mcp";
import { shellWords } from "./shell-words.ts";

/** The tool of `@drawio/mcp` that makes a diagram of a text. */
const defaultDrawioTool = "open_drawio_mermaid";

/** How draw.io is reached, as the environment says. */
export type DrawioSettings =
  | {
      readonly via: "stdio";
      readonly install: string | undefined;
      readonly command: string;
      readonly args: readonly string[];
      readonly tool: string;
    }
  | {
      readonly via: "streamable-http";
      readonly url: string;
      readonly token: string | undefined;
      readonly tool: string;
    };

/** Where the variables are: a copy of the environment, or a test's own. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What to set, for who wants draw.io. */
export const drawioHowTo: { readonly local: readonly string[]; readonly remote: readonly string[] } = {
  local: [
    "LIVING_WIKI_DRAWIO_MCP_INSTALL=npm install @drawio/mcp",
    "LIVING_WIKI_DRAWIO_MCP_COMMAND=npx",
    "LIVING_WIKI_DRAWIO_MCP_ARGS=@drawio/mcp",
    `LIVING_WIKI_DRAWIO_MCP_TOOL=${defaultDrawioTool}`,
  ],
  remote: [
    "LIVING_WIKI_DRAWIO_MCP_URL=https://example.com/mcp",
    "LIVING_WIKI_DRAWIO_MCP_AUTH_TOKEN=…",
    `LIVING_WIKI_DRAWIO_MCP_TOOL=${defaultDrawioTool}`,
  ],
};

const prefix = "LIVING_WIKI_DRAWIO_MCP_";
const localNames = ["INSTALL", "COMMAND", "ARGS"] as const;
const remoteNames = ["URL", "AUTH_TOKEN"] as const;

/**
 * Reads the variables `LIVING_WIKI_DRAWIO_MCP_…`; undefined where none is set. An empty one counts as not set.
 *
 * @throws ConfigError that names the variable: for both forms at once, for one that lacks its main variable, for
 * arguments that cannot be split, and for a name that is misspelt.
 */
export function readDrawioSettings(variables: Variables): DrawioSettings | undefined {
  const get = (name: string): string | undefined => variables[`${prefix}${name}`]?.trim() || undefined;
  checkNames(variables);
  const local = localNames.filter((name) => get(name) !== undefined);
  const remote = remoteNames.filter((name) => get(name) !== undefined);
  if (local.length > 0 && remote.length > 0)
    throw wrong(
      local[0] ?? "COMMAND",
      `a program and a URL are both given (${[...local, ...remote].map((name) => prefix + name).join(", ")}). ` +
        `Unset the ${prefix}URL form or the ${prefix}COMMAND form.`,
    );
  const tool = get("TOOL") ?? defaultDrawioTool;
  if (local.length > 0) {
    const command = get("COMMAND");
    if (command === undefined)
      throw wrong("COMMAND", "it is missing. Set the program to start, such as npx.");
    return { via: "stdio", install: get("INSTALL"), command, args: readArgs(get("ARGS")), tool };
  }
  if (remote.length > 0) {
    const url = get("URL");
    if (url === undefined || !URL.canParse(url))
      throw wrong("URL", "it is missing or no URL. Set the address of the MCP endpoint.");
    return { via: "streamable-http", url, token: get("AUTH_TOKEN"), tool };
  }
  if (get("TOOL") !== undefined)
    throw wrong("COMMAND", `${prefix}TOOL alone starts nothing. Set ${prefix}COMMAND or ${prefix}URL, too.`);
  return undefined;
}

/** As a shell would split them, or a JSON array of strings. */
function readArgs(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (text.startsWith("[")) {
    const list = parseJson(text);
    if (!Array.isArray(list) || list.some((word) => typeof word !== "string"))
      throw wrong(
        "ARGS",
        'it begins with "[", so it must be a JSON array of strings, such as ["@drawio/mcp"].',
      );
    return list;
  }
  try {
    return shellWords(text);
  } catch (cause) {
    throw wrong("ARGS", `${(cause as Error).message} Quote it as for a shell, or write a JSON array.`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported as no array; a parser's message would repeat the arguments
  }
}

function checkNames(variables: Variables): void {
  const known: ReadonlySet<string> = new Set([...localNames, ...remoteNames, "TOOL"]);
  for (const name of Object.keys(variables))
    if (name.startsWith(prefix) && !known.has(name.slice(prefix.length)))
      throw wrong(
        name.slice(prefix.length),
        `there is no such variable. There are ${[...known].map((one) => prefix + one).join(", ")}.`,
      );
}

function wrong(name: string, problem: string, cause?: unknown): ConfigError {
  return new ConfigError({ pointer: `${prefix}${name}`, problem, cause });
}
