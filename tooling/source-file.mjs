// One parsed source file: what it imports, and its syntax tree for the rules that need more.
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** Parses TypeScript or JavaScript text; a syntax error is an Error that names the file. */
export function parseSource(fileName, text) {
  const parsed = parseSync(fileName, text, { sourceType: "module" });
  const [problem] = parsed.errors;
  if (problem !== undefined) throw new Error(`${fileName}: ${problem.message}`);
  return parsed;
}

/** {@link parseSource} of a file. */
export function parseFile(file) {
  return parseSource(file, readFileSync(file, "utf8"));
}

/** Every module that a parsed file names: imports, re-exports, `import()` of a literal, types or not. */
export function importedModules(parsed, text) {
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const reExports = staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  );
  const lazy = dynamicImports.map(({ moduleRequest: { start, end } }) => literal(text.slice(start, end)));
  const all = [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExports, ...lazy];
  return [...new Set(all.filter((name) => name !== undefined))];
}

/** The npm package of a module specifier; undefined for relative paths, built-ins and package-internal ones. */
export function packageOf(specifier) {
  if (/^(\.|\/|#|node:|data:|file:)/.test(specifier)) return undefined;
  const [scope, name] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function literal(expression) {
  return /^(["'`])([^$]*)\1$/.exec(expression)?.[2];
}
