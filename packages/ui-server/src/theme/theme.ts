import { type McpSandboxThemeTokens, readThemeTokens } from "./theme-tokens.ts";

/** What a theme is looked up for. */
export interface McpSandboxThemeContext {
  readonly request: Request;
  readonly signal: AbortSignal;
}

/** Themes by name: a record, or a function that finds one. */
export type McpSandboxThemes =
  | Readonly<Record<string, McpSandboxThemeTokens>>
  | ((
      themeName: string,
      context: McpSandboxThemeContext,
    ) => McpSandboxThemeTokens | null | undefined | Promise<McpSandboxThemeTokens | null | undefined>);

/** A theme that was found, ready to be written into a document. */
export interface Theme {
  readonly name: string;
  /** A value of `color-scheme`. */
  readonly colorScheme: string;
  /** One CSS rule for the root element. */
  readonly css: string;
  /** Names of the tokens that were left out. */
  readonly refused: readonly string[];
}

/** How themes are found. */
export interface ThemeSource {
  readonly themes: McpSandboxThemes | undefined;
  readonly defaultThemeName: string;
  readonly tokenPrefixes: readonly string[];
}

const themeName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** True for a name that may stand in a URL, an attribute and a selector. */
export function isThemeName(name: string): boolean {
  return themeName.test(name);
}

/**
 * The theme called `requested`; else the default one; else, of a record, the first. Inherited keys of a record
 * (`constructor`) are no themes.
 */
export async function findTheme(
  requested: string | undefined,
  source: ThemeSource,
  context: McpSandboxThemeContext,
): Promise<Theme | undefined> {
  const { themes, defaultThemeName } = source;
  if (themes === undefined) return undefined;
  const first = typeof themes === "function" ? [] : Object.keys(themes).slice(0, 1);
  const candidates = [requested, defaultThemeName, ...first];
  for (const name of new Set(candidates)) {
    if (name === undefined || !isThemeName(name)) continue;
    const tokens = await lookUp(name, themes, context);
    if (tokens !== undefined) return makeTheme(name, tokens, source.tokenPrefixes);
  }
  return undefined;
}

/** More themes than these are not written into a document. */
const maxThemes = 16;

/** The themes of a record, for a document that can change between them; of a function, none. */
export function listThemes({ themes, tokenPrefixes }: ThemeSource): readonly Theme[] {
  if (typeof themes !== "object") return [];
  return Object.entries(themes)
    .filter(([name]) => isThemeName(name))
    .slice(0, maxThemes)
    .map(([name, tokens]) => makeTheme(name, tokens, tokenPrefixes));
}

async function lookUp(
  name: string,
  themes: McpSandboxThemes,
  context: McpSandboxThemeContext,
): Promise<McpSandboxThemeTokens | undefined> {
  if (typeof themes === "function") return (await themes(name, context)) ?? undefined;
  return Object.hasOwn(themes, name) ? themes[name] : undefined;
}

function makeTheme(name: string, tokens: McpSandboxThemeTokens, prefixes: readonly string[]): Theme {
  const { accepted, refused, colorScheme: own } = readThemeTokens(tokens, prefixes);
  const colorScheme = own ?? (name === "light" || name === "dark" ? name : "light dark");
  const declarations = [
    `color-scheme:${colorScheme}`,
    ...[...accepted].map(([key, value]) => `${key}:${value}`),
  ];
  // The attribute makes the rule stronger than the defaults that an app writes for :root, and an app that is told
  // another theme at run time changes the attribute, which takes the rule away.
  return { name, colorScheme, css: `:root[data-theme="${name}"]{${declarations.join(";")}}`, refused };
}
