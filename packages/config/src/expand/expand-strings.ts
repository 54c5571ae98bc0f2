import os from "node:os";
import path from "node:path";
import { isJsonObject } from "@x/mcp-core";
import type { DocumentPath } from "../source/source-document.ts";
import type { McpConfigResolvers } from "./config-resolvers.ts";
import { parseTemplate, type TemplatePart } from "./placeholder.ts";

/** A placeholder without a value: where it stands, and what to do. Never a value. */
export interface ExpandProblem {
  readonly path: DocumentPath;
  readonly problem: string;
  /** What a resolver threw. */
  readonly cause?: unknown;
}

type Lookup = Exclude<TemplatePart, { text: string } | { unknown: string }>;

/** Expands every string in a value; keys stay as they are. What cannot be expanded is told in `problems`. */
export async function expandStrings(
  value: unknown,
  at: DocumentPath,
  resolvers: McpConfigResolvers & { readonly baseDir: string },
  problems: ExpandProblem[],
): Promise<unknown> {
  if (typeof value === "string") return expandString(value, at, resolvers, problems);
  if (Array.isArray(value))
    return Promise.all(value.map((item, index) => expandStrings(item, [...at, index], resolvers, problems)));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    async ([key, inner]) => [key, await expandStrings(inner, [...at, key], resolvers, problems)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function expandString(
  text: string,
  at: DocumentPath,
  resolvers: McpConfigResolvers & { readonly baseDir: string },
  problems: ExpandProblem[],
): Promise<string> {
  const pieces = parseTemplate(text).map(async (part) => {
    if ("text" in part) return part.text;
    if ("unknown" in part) {
      problems.push({
        path: at,
        problem: `it holds ${part.unknown} in a form that is not known. Write \${NAME}, \${NAME:-fallback}, \${env:NAME} or $CRED{name}; write $\${ for a plain \${.`,
      });
      return "";
    }
    let found: string | undefined;
    try {
      found = await look(part, resolvers);
    } catch (cause) {
      const problem = `the resolver \`${part.from}\` failed for "${part.name}"; the reason is in \`cause\`.`;
      problems.push({ path: at, problem, cause });
      return "";
    }
    // Of an object with inherited keys a name such as "constructor" is something, too.
    if (typeof found !== "string") found = undefined;
    const value =
      part.fallback !== undefined && (found === undefined || found === "") ? part.fallback : found;
    if (value === undefined) problems.push({ path: at, problem: missing(part) });
    return value ?? "";
  });
  return (await Promise.all(pieces)).join("");
}

function look(
  part: Lookup,
  resolvers: McpConfigResolvers & { readonly baseDir: string },
): string | undefined | Promise<string | undefined> {
  switch (part.from) {
    case "env":
      return resolvers.env?.(part.name);
    case "credential":
      return resolvers.credential?.(part.name);
    case "input":
      return resolvers.input?.(part.name);
    default:
      return builtin(part.name, resolvers);
  }
}

function builtin(name: string, resolvers: McpConfigResolvers & { readonly baseDir: string }): string {
  const workspace = resolvers.workspaceFolder ?? workspaceOf(resolvers.baseDir);
  switch (name) {
    case "userHome":
      return resolvers.homeDir ?? os.homedir();
    case "workspaceFolder":
      return workspace;
    case "workspaceFolderBasename":
      return path.basename(workspace);
    default:
      return path.sep;
  }
}

/** `.vscode/mcp.json` and `.cursor/mcp.json` belong to the folder above. */
function workspaceOf(baseDir: string): string {
  return path.basename(baseDir).startsWith(".") ? path.dirname(baseDir) : baseDir;
}

function missing({ from, name }: Lookup): string {
  switch (from) {
    case "credential":
      return `there is no credential "${name}". Store it, or give the resolver \`credential\`.`;
    case "input":
      return `nobody answers the input "${name}". Give the resolver \`input\`, or write \${${name}}.`;
    default:
      return `the variable ${name} is not set. Set it, or write \${${name}:-a fallback}.`;
  }
}
