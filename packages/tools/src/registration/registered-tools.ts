import type { McpTool, McpTransportPort } from "@x/mcp-core";
import type { ToolRegistryPort } from "../registry/tool-registry-port.ts";
import { remoteTool } from "./remote-tool.ts";
import { chooseToolName, type ToolNameStyle } from "./tool-naming.ts";

/** The tools of one port that are in a registry now. */
export interface RegisteredTools {
  /** The names in the registry. */
  readonly names: readonly string[];
  /** The names they have at the port. */
  readonly portNames: Iterable<string>;
  /** Makes a server's tools those of `tools`, or adds them where no server is named. */
  replace(tools: readonly McpTool[], serverId: string | undefined): void;
  /** Takes tools out, by their names at the port. */
  drop(portNames: Iterable<string>): void;
  dropServer(serverId: string): void;
  dropAll(): void;
}

interface Entry {
  readonly registered: string;
  readonly tool: McpTool;
}

/** Makes the bookkeeping of one registration. */
export function createRegisteredTools(
  registry: ToolRegistryPort,
  port: McpTransportPort,
  style: ToolNameStyle,
): RegisteredTools {
  /** By the name the port takes, which is unique there. */
  const entries = new Map<string, Entry>();

  const drop = (portName: string): void => {
    const entry = entries.get(portName);
    if (entry === undefined) return;
    entries.delete(portName);
    registry.unregister(entry.registered);
  };

  const put = (tool: McpTool): void => {
    const known = entries.get(tool.name);
    if (known !== undefined && JSON.stringify(known.tool) === JSON.stringify(tool)) return;
    // A name once given stays.
    const registered =
      known?.registered ?? chooseToolName(tool, style, (name) => registry.get(name) !== undefined);
    if (known !== undefined) registry.unregister(registered);
    registry.register(remoteTool(port, tool, registered));
    entries.set(tool.name, { registered, tool });
  };

  const namesOf = (serverId: string): readonly string[] =>
    [...entries].filter(([, entry]) => entry.tool.serverId === serverId).map(([portName]) => portName);

  return {
    get names() {
      return [...entries.values()].map(({ registered }) => registered);
    },
    get portNames() {
      return entries.keys();
    },
    replace(tools, serverId) {
      const wanted = new Set(tools.map(({ name }) => name));
      const before = serverId === undefined ? [] : namesOf(serverId);
      for (const portName of before) if (!wanted.has(portName)) drop(portName);
      for (const tool of tools) put(tool);
    },
    drop(portNames) {
      for (const portName of portNames) drop(portName);
    },
    dropServer(serverId) {
      for (const portName of namesOf(serverId)) drop(portName);
    },
    dropAll() {
      for (const portName of [...entries.keys()]) drop(portName);
    },
  };
}
