import {
  type Clock,
  ConfigError,
  type JsonObject,
  type KeyValueStore,
  type McpHostHandlers,
  type McpPortContext,
  type McpRequestOptions,
  type McpTransportFactory,
  type McpTransportPort,
  memoryStore,
  nearestNames,
  systemClock,
  ToolNotFoundError,
} from "@x/mcp-core";
import type { ToolDefinition } from "../tool-definition.ts";
import { checkHarnessTools } from "./check-harness-tools.ts";
import type { HarnessToolDeclaration } from "./harness-declaration.ts";
import { type HarnessServer, harnessServers } from "./harness-servers.ts";
import { createHarnessTool, type HarnessTool } from "./harness-tool.ts";

/** Options of {@link createHarnessTools}. */
export interface HarnessToolsOptions {
  /** By kind, as a pool takes them: `stdio` for `mcp_stdio`, `streamable-http` for `mcp_http`. */
  readonly factories: Readonly<Record<string, McpTransportFactory<never>>>;
  /** Default: the memory of this process. */
  readonly store?: KeyValueStore;
  /** Default: none, so nothing is advertised. */
  readonly handlers?: McpHostHandlers;
  /** Protocol extensions that the host supports, by id, advertised to every server. Default none. */
  readonly extensions?: JsonObject | undefined;
  readonly clock?: Clock;
  /** For whom the tools connect. Default `default`. */
  readonly principal?: string;
}

/** The tools of a record of declarations. */
export interface HarnessTools<K extends string = string> extends AsyncDisposable {
  /** By the record's keys. A tool connects on its first call. */
  readonly tools: Readonly<Record<K, ToolDefinition>>;
  /**
   * Connects every server now, so that the tools have their servers' schemas; `timeoutMs` is each server's own. It
   * rejects for no server's failure: `errors` has them by tool.
   */
  connect(options?: McpRequestOptions): Promise<{ readonly errors: Readonly<Partial<Record<K, Error>>> }>;
  /** Stops every server and waits for it. Idempotent. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Makes the tools an agent declares in place: each key is a tool's name for the model. Declarations that name the
 * same server (command, arguments, directory and environment, or URL, headers and auth) share one. Nothing is
 * started before the first call.
 *
 * A tool's `execute` throws what the transport throws (`ToolNotFoundError`, `ValidationError`, `McpProtocolError`,
 * `McpAuthError`, the sandbox's errors), and `ToolError` for an answer with `isError`.
 *
 * @throws ConfigError for a bad declaration; nothing was started.
 */
export function createHarnessTools<K extends string>(
  record: Readonly<Record<K, HarnessToolDeclaration>>,
  options: HarnessToolsOptions,
): HarnessTools<K> {
  const declarations: Readonly<Record<string, HarnessToolDeclaration>> = record;
  checkHarnessTools(declarations);
  const clock = options.clock ?? systemClock();
  const context: McpPortContext = {
    store: options.store ?? memoryStore({ clock }),
    handlers: options.handlers ?? {},
    clock,
    principal: options.principal ?? "default",
    extensions: options.extensions,
  };
  const byName = new Map<string, HarnessTool>();
  const servers = harnessServers(declarations).map((server) => ({
    ...server,
    port: makePort(server, options.factories, context),
  }));
  for (const { port, toolNames } of servers)
    for (const name of toolNames) {
      const declaration = declarations[name];
      if (declaration !== undefined) byName.set(name, createHarnessTool(name, declaration, port));
    }

  const list = async (
    { port, toolNames }: (typeof servers)[number],
    request: McpRequestOptions,
    errors: Record<string, Error>,
  ): Promise<void> => {
    try {
      const listed = await port.connect(request);
      for (const name of toolNames) {
        const wanted = declarations[name]?.tool ?? name;
        const tool = listed.find(({ serverToolName }) => serverToolName === wanted);
        if (tool !== undefined) byName.get(name)?.describe(tool);
        else errors[name] = missingTool(wanted, port.serverId, listed);
      }
    } catch (error) {
      if (request.signal?.aborted) throw error;
      for (const name of toolNames) errors[name] = error as Error;
    }
  };

  let stopping: Promise<void> | undefined;
  const tools = Object.fromEntries([...byName].map(([name, { definition }]) => [name, definition]));
  const harness: HarnessTools<K> = {
    tools: tools as Record<K, ToolDefinition>,
    async connect(request = {}) {
      const errors: Record<string, Error> = {};
      await Promise.all(servers.map((server) => list(server, request, errors)));
      return { errors: errors as Partial<Record<K, Error>> };
    },
    stop(stopOptions) {
      stopping ??= stopAll(
        servers.map(({ port }) => port),
        stopOptions,
      );
      return stopping;
    },
    [Symbol.asyncDispose]: () => harness.stop(),
  };
  return harness;
}

function makePort(
  { config, toolNames }: HarnessServer,
  factories: HarnessToolsOptions["factories"],
  context: McpPortContext,
): McpTransportPort {
  const factory = Object.hasOwn(factories, config.kind) ? factories[config.kind] : undefined;
  if (factory === undefined)
    throw new ConfigError({
      pointer: `/${toolNames[0]}/kind`,
      problem: `no factory makes a "${config.kind}" transport. Known: ${Object.keys(factories).join(", ") || "none"}.`,
    });
  return (factory as McpTransportFactory)(config, context);
}

function missingTool(
  toolName: string,
  serverId: string,
  listed: readonly { readonly serverToolName: string }[],
): ToolNotFoundError {
  const names = listed.map(({ serverToolName }) => serverToolName);
  return new ToolNotFoundError({
    toolName,
    serverId,
    where: "server",
    nearest: nearestNames(toolName, names),
  });
}

async function stopAll(
  ports: readonly McpTransportPort[],
  options: { readonly graceMs?: number } | undefined,
): Promise<void> {
  const results = await Promise.allSettled(ports.map((port) => port.stop(options)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
