import {
  checkDeclaration,
  type DeclarationFields,
  isolateHandler,
  type McpTool,
  type McpTransportPort,
} from "@x/mcp-core";
import { splitToolsByAudience } from "@x/ui-resources";
import type { ToolRegistryPort } from "../registry/tool-registry-port.ts";
import { cleanTool, type ToolTextChange } from "../text/clean-tool.ts";
import { createAppTools } from "./app-tools.ts";
import { createListFollower } from "./list-follower.ts";
import { createRegisteredTools } from "./registered-tools.ts";
import { createToolFilter, type ToolFilterOptions } from "./tool-filter.ts";
import type { ToolNameStyle } from "./tool-naming.ts";

/** Options of {@link registerMcpTools}. */
export interface RegisterMcpToolsOptions extends ToolFilterOptions {
  /** How tools are named. Default `server__tool`. */
  readonly style?: ToolNameStyle;
  /** Ends the first list. It has no effect later. */
  readonly signal?: AbortSignal;
  /** How long each server is waited for at first. A slower one is registered when it comes. */
  readonly timeoutMs?: number;
  /** Longest description a model sees; a longer one is cut, and says so. Default 8,192. */
  readonly maxDescriptionBytes?: number;
  /** Hears of each title and description in which hidden characters were taken out, or that was cut. */
  onTextChange?(change: ToolTextChange): void;
  /** Hears of a list that could not be read again later. */
  onError?(error: unknown): void;
}

/** Remote tools in a registry. */
export interface McpToolRegistration extends AsyncDisposable {
  /** The names they have in the registry at this moment. */
  readonly toolNames: readonly string[];
  /**
   * The tools that views of their own servers may call, by the names they have at the transport: those whose
   * `_meta.ui.visibility` has `app`, or says nothing. Some are in the registry as well.
   */
  readonly appTools: readonly McpTool[];
  /** Titles and descriptions of these tools that a model does not see as their server wrote them. */
  readonly textChanges: readonly ToolTextChange[];
  /** Takes them out and follows no longer. The transport itself is not stopped. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Puts the tools of a transport, or of a whole pool, into a registry, and follows it: tools that appear, change or
 * go are registered, replaced or taken out, those of a server that is removed or closed are taken out, and those of
 * one that is reconnecting stay.
 *
 * A tool whose `_meta.ui.visibility` leaves the model out is not for it and stays out of the registry (SEP-1865,
 * Visibility); {@link McpToolRegistration.appTools} has it for the views of its server.
 *
 * Names are given in the order of the list, which is that of the configuration, when all servers have answered or
 * used up their time; a name once given stays while its tool is registered.
 *
 * @throws McpError where not one server could be listed; nothing is registered then.
 * @throws ConfigError where an option is wrong, or the same tools are registered already.
 */
export async function registerMcpTools(
  registry: ToolRegistryPort,
  transport: McpTransportPort,
  options: RegisterMcpToolsOptions = {},
): Promise<McpToolRegistration> {
  const { style = "server__tool", signal, timeoutMs, maxDescriptionBytes = 8192 } = options;
  const onTextChange = options.onTextChange && isolateHandler(options.onTextChange.bind(options));
  const onError = options.onError && isolateHandler(options.onError.bind(options));
  const textChanges = new Map<string, readonly ToolTextChange[]>();
  const ended = new AbortController();
  checkOptions(options);
  const isWanted = createToolFilter(options);
  const registered = createRegisteredTools(registry, transport, style);
  const appTools = createAppTools();
  const cleaned = (listed: McpTool): McpTool => {
    const { tool, changes } = cleanTool(listed, maxDescriptionBytes);
    textChanges.set(tool.name, changes);
    for (const change of changes) onTextChange?.(change);
    return tool;
  };
  const learn = (tools: readonly McpTool[], serverId: string | undefined): void => {
    const { model, app } = splitToolsByAudience(tools.filter(isWanted));
    appTools.replace(app, serverId);
    registered.replace(model.map(cleaned), serverId);
  };
  const follower = createListFollower({
    port: transport,
    signal: ended.signal,
    learn,
    // Without a listener it is still told: the transport has its own events and errors.
    failed: (error) => onError?.(error),
  });
  const offs = [
    transport.on("tools", (event) => {
      registered.drop(event.removed);
      appTools.drop(event.removed);
      follower.announced(event);
    }),
    transport.on("state", ({ serverId, change }) => {
      if (change.state === "closed")
        for (const kept of [registered, appTools])
          if (serverId === transport.serverId) kept.dropAll();
          else kept.dropServer(serverId);
      if (change.state === "connected") follower.reconnected(serverId);
    }),
  ];
  const stop = async (): Promise<void> => {
    ended.abort();
    for (const off of offs) off();
    registered.dropAll();
    appTools.dropAll();
  };
  try {
    const tools = await transport.connect({
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    learn(tools, undefined);
    follower.start(new Set(tools.map(({ name }) => name)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get toolNames() {
      return registered.names;
    },
    get appTools() {
      return appTools.tools;
    },
    get textChanges() {
      return [...registered.portNames].flatMap((name) => textChanges.get(name) ?? []);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const styles = ["server__tool", "mcp__server__tool", "on-collision"];

function checkOptions(options: RegisterMcpToolsOptions): void {
  const fields: DeclarationFields = {
    maxDescriptionBytes: { type: "positive", example: "8192" },
    timeoutMs: { type: "positive", example: "30000" },
    style: {
      type: "any",
      example: '"server__tool"',
      problem: (style: unknown) =>
        typeof style === "function" || styles.includes(String(style))
          ? undefined
          : `expected ${styles.map((one) => `"${one}"`).join(", ")} or a function.`,
    },
  };
  checkDeclaration(options, fields, { pointer: "", what: "a registration", allowUnknown: true });
}
