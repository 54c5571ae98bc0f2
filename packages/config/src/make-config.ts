import { ConfigError, isJsonObject, type JsonObject } from "@x/mcp-core";
import { configInputs } from "./dialect/config-inputs.ts";
import { findServers } from "./dialect/find-servers.ts";
import { type EntryRemark, readEntry } from "./dialect/read-entry.ts";
import type { McpConfigDialect, ServerEntry } from "./dialect/server-entry.ts";
import { urlProblem } from "./dialect/url-problem.ts";
import { hasPlaceholder } from "./expand/placeholder.ts";
import type { McpConfig, McpConfigWarning, McpDeclaredServer } from "./mcp-config.ts";
import { printAs, printableServer } from "./printable.ts";
import { type ResolvableServer, resolveConfig } from "./resolve-config.ts";
import { readRootPolicy, underPolicy } from "./root-policy.ts";
import { explainIssue } from "./schema/explain-issue.ts";
import { knownKeysAt } from "./schema/field-note.ts";
import { type ServerSchemas, serverSchemas } from "./schema/server-schema.ts";
import { isTooDeep } from "./source/is-too-deep.ts";
import { type DocumentPath, pointerOf, type SourceDocument } from "./source/source-document.ts";
import { selectTools } from "./tool-selection.ts";

/** What a document is made a configuration with. */
export interface MakeConfigOptions {
  readonly file: string | undefined;
  readonly baseDir: string;
  readonly agent: string | undefined;
}

/** A server that is fine as far as that can be said before its placeholders are expanded. */
interface ReadServer extends ResolvableServer {
  readonly disabled: boolean;
  readonly allow: readonly string[] | undefined;
  readonly deny: readonly string[] | undefined;
  readonly warnings: readonly EntryRemark[];
}

/**
 * Reads the servers of a document, each on its own.
 *
 * @throws ConfigError where the document as a whole is none.
 */
export async function makeConfig(source: SourceDocument, options: MakeConfigOptions): Promise<McpConfig> {
  const { file, agent } = options;
  const { z } = await import("zod");
  const schemas = serverSchemas(z);
  const problemAt = (path: DocumentPath, problem: string, serverId?: string, cause?: unknown): ConfigError =>
    new ConfigError({
      pointer: pointerOf(path),
      file,
      ...source.positionOf(path),
      problem,
      serverId,
      ...(cause === undefined ? {} : { cause }),
    });
  const found = findServers(source.value, agent);
  if ("problem" in found) throw problemAt(found.path, found.problem);
  // A rule that cannot be understood is not passed over: no server is read.
  const root = readRootPolicy(source.value, found.dialect, schemas);
  if ("problem" in root) throw problemAt(root.path, root.problem);
  const { policy } = root;

  const read: ReadServer[] = [];
  const problems: ConfigError[] = [];
  const seen = new Set<string>();
  for (const entry of found.entries) {
    const server = readServer(entry, found.dialect, schemas, seen);
    if (entry.serverId !== undefined) seen.add(entry.serverId);
    if ("problem" in server)
      problems.push(problemAt([...entry.path, ...server.path], server.problem, entry.serverId));
    else read.push({ ...server, declaration: underPolicy(server.declaration, policy) });
  }

  const active = read.filter(({ disabled }) => !disabled);
  const inputs = configInputs(source.value);
  const servers: readonly McpDeclaredServer[] = active.map(({ serverId, declaration, image, envFile }) => ({
    serverId,
    declaration,
    ...(image === undefined ? {} : { image }),
    ...(envFile === undefined ? {} : { envFile }),
  }));
  const tools = selectTools(active);
  const config = {
    file,
    dialect: found.dialect,
    image: found.image,
    policy,
    servers,
    disabled: read.filter(({ disabled }) => disabled).map(({ serverId }) => serverId),
    inputs,
    problems,
    warnings: read.flatMap(({ warnings, path, serverId }) =>
      warnings.map((warning) => warningOf(problemAt([...path, ...warning.path], warning.problem, serverId))),
    ),
    tools,
    resolve: (resolvers = {}) =>
      resolveConfig(
        { servers: active, policy, inputs, problems, tools, baseDir: options.baseDir, problemAt },
        resolvers,
      ),
  } satisfies Omit<McpConfig, "toJSON">;
  return printAs(config, () => ({
    ...config,
    servers: servers.map(printableServer),
    problems: problems.map((problem) => problem.toJSON()),
    resolve: undefined,
  }));
}

function readServer(
  entry: ServerEntry,
  dialect: McpConfigDialect,
  schemas: ServerSchemas,
  seen: ReadonlySet<string>,
): ReadServer | EntryRemark {
  const { serverId, value, path } = entry;
  if (!isJsonObject(value))
    return { path: [], problem: 'expected a server as an object, with "command" or "url".' };
  if (isTooDeep(value))
    return { path: [], problem: "it is nested deeper than any server, or a part of itself." };
  const named = nameProblem(serverId, dialect, seen);
  if (named !== undefined) return named;
  const canonical = readEntry(value, dialect);
  if ("problem" in canonical) return canonical;
  const { kind, values, written } = canonical;
  const schema = schemas[kind];
  const known = Object.keys(schema.shape);
  const warnings = [...canonical.warnings];
  // Keys of other programs are theirs; in our own format a key that nobody knows is a slip of the pen.
  const own = dialect === "native" || dialect === "agents";
  const foreign = own ? [] : Object.keys(values).filter((key) => !known.includes(key));
  for (const key of foreign) warnings.push({ path: [written[key] ?? key], problem: "it is not read." });
  const wanted = Object.fromEntries(Object.entries(values).filter(([key]) => !foreign.includes(key)));
  const checked = schema.safeParse(wanted);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const explained = explainIssue(issue ?? { path: [] }, wanted, (at) =>
      at.length === 0 ? known : knownKeysAt(at),
    );
    const [key, ...rest] = explained.path;
    return { path: key === undefined ? [] : [written[key] ?? key, ...rest], problem: explained.problem };
  }
  const badUrl =
    typeof wanted.url === "string" && !hasPlaceholder(wanted.url) ? urlProblem(wanted.url) : undefined;
  if (badUrl !== undefined) return { path: [written.url ?? "url"], problem: badUrl };
  return { ...split(serverId ?? "", path, wanted, written), warnings };
}

function nameProblem(
  serverId: string | undefined,
  dialect: McpConfigDialect,
  seen: ReadonlySet<string>,
): EntryRemark | undefined {
  if (serverId === undefined)
    return {
      path: [],
      problem: `it has no name. Write ${dialect === "native" ? '"serverId"' : '"name"'}: "files".`,
    };
  if (seen.has(serverId))
    return { path: [], problem: `there is another server "${serverId}". Give each a name of its own.` };
  // Of those a person does not see some turn around what stands beside them.
  if (!/^[^\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]{1,128}$/u.test(serverId))
    return { path: [], problem: "the name of a server is 1 to 128 characters without control characters." };
  return undefined;
}

/** Parts what says how to reach the server from what is for whoever composes the program. */
function split(
  serverId: string,
  path: DocumentPath,
  values: JsonObject,
  written: Readonly<Record<string, string>>,
): Omit<ReadServer, "warnings"> {
  const { disabled, enabled, allowedTools, blockedTools, image, envFile, ...rest } = values;
  const declaration = { ...texts(rest), serverId } as unknown as ReadServer["declaration"];
  return {
    serverId,
    path,
    written,
    declaration,
    image: image as string | undefined,
    envFile: envFile as string | undefined,
    disabled: disabled === true || enabled === false,
    allow: allowedTools as readonly string[] | undefined,
    deny: blockedTools as readonly string[] | undefined,
  };
}

/** Numbers and truth values where only text can be meant, as YAML reads what is not quoted. */
function texts({ args, env, headers, ...rest }: JsonObject): JsonObject {
  const record = (value: unknown): unknown =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]))
      : value;
  return {
    ...rest,
    ...(Array.isArray(args) ? { args: args.map(String) } : {}),
    ...(env === undefined ? {} : { env: record(env) }),
    ...(headers === undefined ? {} : { headers: record(headers) }),
  };
}

function warningOf({ message, pointer, file, line, column, serverId }: ConfigError): McpConfigWarning {
  const known = Object.entries({ serverId, file, line, column }).filter(([, value]) => value !== undefined);
  return { message, pointer, ...Object.fromEntries(known) };
}
