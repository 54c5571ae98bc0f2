import path from "node:path";
import { parseMcpConfig } from "@x/config";
import { ConfigError, isMcpError } from "@x/mcp";
import { type ParseError, parse } from "jsonc-parser";
import type { PastedProblem, PastedServer } from "../contract/add-servers.ts";
import { toErrorView } from "../live/error-view.ts";
import type { WikiServer } from "./wiki-server.ts";

/** What was read from a pasted text. */
export interface PastedServers {
  readonly servers: readonly WikiServer[];
  readonly problems: readonly PastedProblem[];
  readonly warnings: readonly string[];
}

type Values = (name: string) => string | undefined;

/**
 * Reads servers as people paste them: a whole configuration in any dialect of `@x/config`, the object inside of
 * `mcpServers`, one `"name": { … }` of it, or one bare entry. Never throws: what is wrong is told with its place.
 */
export async function readPastedServers(
  text: string,
  serverId: string | undefined,
  env: Values,
): Promise<PastedServers> {
  try {
    const config = await parseMcpConfig(wrapped(text, serverId));
    const { servers, errors } = await config.resolve({ env, resolvePaths: false });
    return {
      servers: servers.map((declaration) => ({
        declaration: declaration as WikiServer["declaration"],
        origin: "page",
        // What is pasted is fetched by npx or uvx, as a rule.
        ...(declaration.kind === "stdio" ? { needs: { network: "internet" } as const } : {}),
      })),
      problems: errors.map(toProblem),
      warnings: config.warnings.map(({ message }) => message),
    };
  } catch (error) {
    return { servers: [], problems: [toProblem(error)], warnings: [] };
  }
}

/** What a person may be shown of a server that was read: no argument, variable, header or query. */
export function pastedView({ declaration }: WikiServer): PastedServer {
  const { serverId } = declaration;
  if (declaration.kind === "streamable-http") {
    const about = URL.canParse(declaration.url) ? new URL(declaration.url).host : "an HTTP server";
    return { serverId, transport: "streamable-http", about };
  }
  return { serverId, transport: "stdio", about: path.basename(declaration.command) };
}

/** The text inside of whatever is missing around it, on the same lines. */
function wrapped(text: string, serverId: string | undefined): string {
  const trimmed = text.trim();
  if (/^"[^"]+"\s*:/.test(trimmed)) return `{"mcpServers":{${text}}}`;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== "object" || value === null || Array.isArray(value)) return text;
  const keys = new Map(Object.entries(value));
  if (isEntry(value)) return `{"mcpServers":{${JSON.stringify(serverId ?? nameOf(keys))}:${text}}}`;
  const known = ["mcpServers", "servers", "mcp", "mcp_servers", "agents"].some((key) => keys.has(key));
  return !known && keys.size > 0 && [...keys.values()].every(isEntry) ? `{"mcpServers":${text}}` : text;
}

/** One server without its name. */
function isEntry(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["command", "url", "serverUrl", "httpUrl", "baseUrl"].some(
    (key) => typeof Reflect.get(value, key) === "string",
  );
}

/** A name for a server that has none: its package, its program or its host. */
function nameOf(entry: ReadonlyMap<string, unknown>): string {
  const url = ["url", "serverUrl", "httpUrl", "baseUrl"]
    .map((key) => entry.get(key))
    .find((one) => typeof one === "string");
  if (typeof url === "string")
    return URL.canParse(url) ? new URL(url).hostname.replaceAll(".", "-") : "server";
  const args = entry.get("args");
  const words = Array.isArray(args) ? args.filter((word): word is string => typeof word === "string") : [];
  const named = words.find((word) => !word.startsWith("-")) ?? String(entry.get("command"));
  const base =
    named
      .replace(/@[\w.^~-]+$/, "")
      .split(/[/\\]/)
      .at(-1) ?? "server";
  return base.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-") || "server";
}

function toProblem(error: unknown): PastedProblem {
  const view = toErrorView(error);
  if (!(error instanceof ConfigError)) return view;
  const { pointer, line, column } = error;
  const serverId = isMcpError(error) ? error.serverId : undefined;
  return {
    ...view,
    pointer,
    ...(serverId === undefined ? {} : { serverId }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
