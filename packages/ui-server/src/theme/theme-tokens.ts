import { standardStyleVariables } from "@x/ui-resources";

/** Tokens of a theme: CSS custom properties and, if you like, `color-scheme`. */
export type McpSandboxThemeTokens = Readonly<Record<string, string>>;

/** The tokens of a theme that may go into a style sheet, and the names of those that may not. */
export interface ReadTokens {
  readonly accepted: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
  readonly colorScheme?: string;
}

const maxTokens = 512;
const maxValueLength = 512;
const tokenName = /^--[A-Za-z0-9_-]{1,126}$/;
/** Letters, digits, and what colors, lengths, fonts, shadows and functions are written with. */
const valueCharacters = /^[\p{L}\p{N}\p{M} #%.,()'"+\-*/_]+$/u;
/** What would fetch something, or hide the rest of the rule in a comment. */
const forbidden =
  /\/\*|\*\/|(?:^|[^\w-])(?:url|src|image|image-set|-webkit-image-set|attr|env|element|expression)\(/i;
const colorSchemes: ReadonlySet<string> = new Set(["light", "dark", "light dark", "dark light", "normal"]);

/**
 * Reads a theme. A name must be a standard style variable of MCP Apps or start with one of the prefixes; a value
 * must be one that can neither end its declaration nor fetch anything.
 */
export function readThemeTokens(tokens: McpSandboxThemeTokens, prefixes: readonly string[]): ReadTokens {
  const standard = new Set<string>(standardStyleVariables);
  const accepted = new Map<string, string>();
  const refused: string[] = [];
  let colorScheme: string | undefined;
  for (const [name, value] of Object.entries(tokens).slice(0, maxTokens)) {
    const known = standard.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
    if (name === "color-scheme" && colorSchemes.has(value)) colorScheme = value;
    else if (known && tokenName.test(name) && isSafeTokenValue(value)) accepted.set(name, value);
    else refused.push(name);
  }
  return { accepted, refused, ...(colorScheme === undefined ? {} : { colorScheme }) };
}

/** True for a value that stays inside its declaration, whatever stands around it. */
function isSafeTokenValue(value: unknown): value is string {
  if (typeof value !== "string" || value.length > maxValueLength) return false;
  return valueCharacters.test(value) && !forbidden.test(value) && isBalanced(value);
}

/** An open quote or parenthesis would swallow the declarations that follow. */
function isBalanced(value: string): boolean {
  let depth = 0;
  let quote = "";
  for (const character of value) {
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0 && quote === "";
}
