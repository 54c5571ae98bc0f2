import { type ConfigError, isJsonObject, type JsonObject } from "@x/mcp-core";
import type { McpConfigInput } from "./dialect/config-inputs.ts";
import type { McpConfigResolvers } from "./expand/config-resolvers.ts";
import { type ExpandProblem, expandStrings } from "./expand/expand-strings.ts";
import { readEnvFile } from "./expand/read-env-file.ts";
import { absolutePath, resolvePaths } from "./expand/resolve-paths.ts";
import { valueProblems } from "./expand/value-problems.ts";
import type { McpResolvedConfig, McpToolSelection } from "./mcp-config.ts";
import { printAs, printableServer } from "./printable.ts";
import type { McpSandboxPolicy, McpServerDeclaration } from "./server-declaration.ts";
import type { DocumentPath } from "./source/source-document.ts";

/** A declared server, and where its keys stand. */
export interface ResolvableServer {
  readonly serverId: string;
  readonly declaration: McpServerDeclaration;
  readonly image: string | undefined;
  readonly envFile: string | undefined;
  readonly path: DocumentPath;
  readonly written: Readonly<Record<string, string>>;
}

/** What was read. */
export interface ResolvableConfig {
  readonly servers: readonly ResolvableServer[];
  readonly policy: McpSandboxPolicy | undefined;
  readonly problems: readonly ConfigError[];
  readonly tools: McpToolSelection;
  readonly baseDir: string;
  readonly inputs: readonly McpConfigInput[];
  problemAt(path: DocumentPath, problem: string, serverId: string, cause?: unknown): ConfigError;
}

/** Looks up what the servers of a configuration need, each on its own. */
export async function resolveConfig(
  config: ResolvableConfig,
  resolvers: McpConfigResolvers,
): Promise<McpResolvedConfig> {
  const base = { ...askingOnce(resolvers, config.inputs), baseDir: config.baseDir };
  const resolved = await Promise.all(
    config.servers.map(async (server) => {
      const problems: ExpandProblem[] = [];
      const { serverId, kind, ...values } = server.declaration;
      const expanded = (await expandStrings(values, [], base, problems)) as JsonObject;
      const env = await variablesOf(server, expanded, base, problems);
      const declaration = { kind, serverId, ...resolvePaths({ ...expanded, ...env }, base) };
      const [first] = [...problems, ...valueProblems(declaration)];
      if (first === undefined) return { server, declaration: declaration as unknown as McpServerDeclaration };
      const [key, ...rest] = first.path;
      const path = key === undefined ? server.path : [...server.path, server.written[key] ?? key, ...rest];
      return { server, error: config.problemAt(path, first.problem, serverId, first.cause) };
    }),
  );
  const servers: McpServerDeclaration[] = [];
  const errors = [...config.problems];
  for (const { declaration, error, server } of resolved) {
    if (error !== undefined) errors.push(error);
    else if (declaration !== undefined) servers.push(printsAsWritten(declaration, server));
  }
  const { policy, tools } = config;
  const result = { servers, policy, errors, tools };
  return printAs(result, () => ({
    servers: resolved.filter(({ error }) => error === undefined).map(({ server }) => printable(server)),
    policy,
    errors: errors.map((error) => error.toJSON()),
    tools,
  }));
}

/** `console.log` of a declaration does not show what was looked up; its data is all there. */
function printsAsWritten(declaration: McpServerDeclaration, server: ResolvableServer): McpServerDeclaration {
  Object.defineProperty(declaration, Symbol.for("nodejs.util.inspect.custom"), {
    value: () => printable(server),
  });
  return declaration;
}

function printable({ serverId, declaration, image, envFile }: ResolvableServer): object {
  return printableServer({
    serverId,
    declaration,
    ...(image === undefined ? {} : { image }),
    ...(envFile === undefined ? {} : { envFile }),
  });
}

/** The variables of a server: those of its file, over which its own win. */
async function variablesOf(
  { envFile }: ResolvableServer,
  { env }: JsonObject,
  base: McpConfigResolvers & { readonly baseDir: string },
  problems: ExpandProblem[],
): Promise<object> {
  if (envFile === undefined) return {};
  const before = problems.length;
  const expanded = String(await expandStrings(envFile, ["envFile"], base, problems));
  if (problems.length > before) return {};
  const read = await readEnvFile(absolutePath(expanded, base));
  if ("variables" in read) return { env: { ...read.variables, ...(isJsonObject(env) ? env : {}) } };
  problems.push({ path: ["envFile"], problem: read.problem });
  return {};
}

/** A person, or a vault, is asked once for each name, however many servers want it. */
function askingOnce(
  { credential, input, ...rest }: McpConfigResolvers,
  inputs: readonly McpConfigInput[],
): McpConfigResolvers {
  const once = (ask: (name: string) => string | undefined | Promise<string | undefined>) => {
    const answers = new Map<string, Promise<string | undefined>>();
    return (name: string): Promise<string | undefined> => {
      const known = answers.get(name) ?? Promise.resolve().then(() => ask(name));
      answers.set(name, known);
      return known;
    };
  };
  const declared = (id: string): McpConfigInput | undefined => inputs.find((one) => one.id === id);
  return {
    ...rest,
    ...(credential === undefined ? {} : { credential: once((name) => credential(name)) }),
    ...(input === undefined ? {} : { input: once((id) => input(id, declared(id))) }),
  };
}
