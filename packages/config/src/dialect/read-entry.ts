import { isJsonObject, type JsonObject, nearestNames } from "@x/mcp-core";
import type { DocumentPath } from "../source/source-document.ts";
import { foreignKeys, keyAliases, kindAliases, unreadKeys, writtenAs } from "./entry-aliases.ts";
import { authOf } from "./entry-auth.ts";
import type { McpConfigDialect } from "./server-entry.ts";

/** Something about an entry that is worth a word, at a key of it. */
export interface EntryRemark {
  readonly path: DocumentPath;
  readonly problem: string;
}

/** An entry in the words of our own declarations. */
export interface CanonicalEntry {
  readonly kind: "stdio" | "streamable-http";
  readonly values: JsonObject;
  /** The key under which a value stands in the file. */
  readonly written: Readonly<Record<string, string>>;
  readonly warnings: readonly EntryRemark[];
}

/**
 * Translates an entry of any dialect: kinds and keys by their aliases, the kind from what is there where it is not
 * said. Keys that mean nothing here are a warning in the dialects of other programs, and kept (to be refused) in ours.
 */
export function readEntry(entry: JsonObject, dialect: McpConfigDialect): CanonicalEntry | EntryRemark {
  const values: Record<string, unknown> = {};
  const written: Record<string, string> = {};
  const taken = new Set<string>();
  for (const key of new Set([...Object.keys(keyAliases), ...Object.keys(entry)])) {
    if (taken.has(key)) continue;
    const [first, second] = writtenAs(entry, key);
    if (second !== undefined)
      return { path: [second], problem: `"${first}" and "${second}" mean the same. Write one of them.` };
    if (first === undefined) continue;
    taken.add(first);
    values[key] = entry[first];
    written[key] = first;
  }
  const kind = kindOf(values, written);
  if (typeof kind !== "string") return kind;
  values.kind = kind;
  const auth = authOf(values);
  if ("problem" in auth) return auth;
  const warnings = [...tidy(values, dialect), ...auth.warnings, ...shortTimeout(values, written)];
  return { kind, values, written, warnings };
}

function kindOf(
  values: JsonObject,
  written: Readonly<Record<string, string>>,
): "stdio" | "streamable-http" | EntryRemark {
  const { kind, command, url } = values;
  if (kind !== undefined) {
    const known =
      typeof kind === "string" && Object.hasOwn(kindAliases, kind) ? kindAliases[kind] : undefined;
    if (known !== undefined) return known;
    const problem = 'expected "stdio" or "streamable-http" (also written "http" or "sse").';
    return { path: [written.kind ?? "kind"], problem };
  }
  if (command !== undefined && url !== undefined)
    return {
      path: ["url"],
      problem: 'there are "command" and "url". Say which is meant with "kind": "stdio" or "streamable-http".',
    };
  if (command !== undefined) return "stdio";
  if (url !== undefined) return "streamable-http";
  const [slip] = Object.keys(values).filter((key) => nearestNames(key, ["command", "url"], 1).length > 0);
  const problem =
    'it has neither "command" (a program, such as "npx") nor "url" (such as "https://mcp.example.com/mcp").';
  if (slip === undefined) return { path: [], problem };
  return {
    path: [slip],
    problem: `${problem} Did you mean "${nearestNames(slip, ["command", "url"], 1)[0]}"?`,
  };
}

/** Takes out what means nothing to us, and says so where it means something to somebody. */
function tidy(values: Record<string, unknown>, dialect: McpConfigDialect): readonly EntryRemark[] {
  const warnings: EntryRemark[] = [];
  for (const key of Object.keys(values)) {
    const why = Object.hasOwn(unreadKeys, key) ? unreadKeys[key] : undefined;
    if (why !== undefined) warnings.push({ path: [key], problem: `it is not read: ${why}.` });
    if (why !== undefined || foreignKeys.has(key) || (key === "serverId" && dialect !== "mcpServers"))
      delete values[key];
  }
  // The list form of a command, as some programs write it.
  const { command, args } = values;
  if (Array.isArray(command) && args === undefined)
    [values.command, values.args] = [command[0], command.slice(1)];
  // VS Code: null takes a variable out; nothing is inherited here, so it is out already.
  if (isJsonObject(values.env))
    values.env = Object.fromEntries(Object.entries(values.env).filter(([, value]) => value !== null));
  return warnings;
}

/** Some programs count this in seconds; as milliseconds a value this small would end every call at once. */
function shortTimeout(
  values: Record<string, unknown>,
  written: Readonly<Record<string, string>>,
): readonly EntryRemark[] {
  const key = written.callTimeoutMs;
  const { callTimeoutMs: count } = values;
  if (key === undefined || key === "callTimeoutMs" || typeof count !== "number" || count >= 1000) return [];
  values.callTimeoutMs = count * 1000;
  return [
    { path: [key], problem: `it is read as ${count} seconds. Write "callTimeoutMs": ${count * 1000}.` },
  ];
}
