import { isJsonObject, type JsonObject } from "@x/mcp-core";
import type { DocumentPath } from "../source/source-document.ts";
import type { McpConfigDialect, ServerEntry } from "./server-entry.ts";

/** The servers of a document, or why none can be found in it. */
export type FoundServers =
  | { readonly dialect: McpConfigDialect; readonly entries: readonly ServerEntry[]; readonly image?: string }
  | { readonly problem: string; readonly path: DocumentPath };

const topKeys = ["mcpServers", "servers", "mcp_servers", "agents"];
const known =
  'Write { "mcpServers": { "<name>": { … } } }, { "servers": { "<name>": { "kind": … } } }, or the list mcp_servers of an agent.';

/** Finds the servers of a document, whatever its dialect; `agent` chooses one where several have servers. */
export function findServers(value: unknown, agent: string | undefined): FoundServers {
  if (Array.isArray(value)) return fromList(value, []);
  if (!isJsonObject(value)) return { problem: `expected an object with servers. ${known}`, path: [] };
  const nested = value.mcp;
  // VS Code's settings.json holds under "mcp" what mcp.json holds at the top.
  if (isJsonObject(nested) && nested.servers !== undefined)
    return fromMap(nested.servers, ["mcp", "servers"], "vscode");
  const found = topKeys.filter((key) => value[key] !== undefined);
  const [key, other] = found;
  if (key === undefined) return { problem: `there are no servers in it. ${known}`, path: [] };
  if (other !== undefined)
    return {
      problem: `"${key}" and "${other}" both hold servers. Write all of them under one.`,
      path: [other],
    };
  switch (key) {
    case "mcp_servers":
      return { ...fromList(value.mcp_servers, ["mcp_servers"]), ...imageOf(value) };
    case "agents":
      return fromAgents(value.agents, agent);
    case "servers":
      return fromServers(value);
    default:
      return fromMap(value.mcpServers, ["mcpServers"], "mcpServers");
  }
}

/** The names of the agents that a document declares. */
export function agentNames(value: unknown): readonly string[] {
  return isJsonObject(value) && isJsonObject(value.agents) ? Object.keys(value.agents) : [];
}

/** `servers` is ours, and VS Code's too; theirs says `type`, or has `inputs`. */
function fromServers(document: JsonObject): FoundServers {
  const { servers } = document;
  if (Array.isArray(servers)) return fromList(servers, ["servers"], "native");
  const entries = isJsonObject(servers) ? Object.values(servers) : [];
  const saysType = entries.some((entry) => isJsonObject(entry) && entry.type !== undefined);
  const saysKind = entries.some((entry) => isJsonObject(entry) && entry.kind !== undefined);
  const vscode = document.inputs !== undefined || (saysType && !saysKind);
  return fromMap(servers, ["servers"], vscode ? "vscode" : "native");
}

function fromMap(servers: unknown, path: DocumentPath, dialect: McpConfigDialect): FoundServers {
  if (!isJsonObject(servers))
    return { problem: "expected an object whose keys are the names of servers.", path };
  const entries = Object.entries(servers).map(([serverId, value]) => ({
    serverId,
    value,
    path: [...path, serverId],
  }));
  return { dialect, entries };
}

function fromList(servers: unknown, path: DocumentPath, dialect: McpConfigDialect = "agents"): FoundServers {
  if (!Array.isArray(servers))
    return { problem: "expected a list of servers, each with name and command (or url).", path };
  const entries = servers.map((value: unknown, index) => ({
    serverId: isJsonObject(value) ? nameOf(value) : undefined,
    value,
    path: [...path, index],
  }));
  return { dialect, entries };
}

function nameOf({ name, serverId }: JsonObject): string | undefined {
  const id = serverId ?? name;
  return typeof id === "string" && id !== "" ? id : undefined;
}

function fromAgents(agents: unknown, wanted: string | undefined): FoundServers {
  if (!isJsonObject(agents))
    return { problem: "expected an object whose keys are the names of agents.", path: ["agents"] };
  const names = Object.keys(agents);
  const withServers = names.filter((name) => {
    const agent = agents[name];
    return isJsonObject(agent) && agent.mcp_servers !== undefined;
  });
  const name = wanted ?? (withServers.length > 1 ? undefined : (withServers[0] ?? names[0]));
  if (name === undefined)
    return {
      problem: `${withServers.length} agents have servers of their own: ${withServers.join(", ")}. Pass { agent } with one of these names, or read all of them with readMcpAgents().`,
      path: ["agents"],
    };
  if (!Object.hasOwn(agents, name))
    return {
      problem: `there is no agent "${name}". Known: ${names.join(", ") || "none"}.`,
      path: ["agents"],
    };
  const agent = agents[name];
  if (!isJsonObject(agent)) return { problem: "expected an agent as an object.", path: ["agents", name] };
  const servers = agent.mcp_servers ?? [];
  return { ...fromList(servers, ["agents", name, "mcp_servers"]), ...imageOf(agent) };
}

function imageOf({ image }: JsonObject): { readonly image?: string } {
  return typeof image === "string" && image !== "" ? { image } : {};
}
