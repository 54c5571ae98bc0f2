import path from "node:path";
import type { McpQuarantinedTool, McpServerInfo, McpServerSnapshot, McpState } from "@x/mcp";
import type { QuarantinedToolView, ServerInfoView, ServerView } from "../contract/server-view.ts";
import type { FleetServer } from "../servers/fleet-server.ts";
import { toErrorView } from "./error-view.ts";

/** A server as the page shows it; `snapshot` is what the pool knows of it, if it is in there. */
export function toServerView(
  server: FleetServer,
  snapshot: McpServerSnapshot | undefined,
  toolsRevision: number,
): ServerView {
  const { serverId, watched, problem, place, origin = "default" } = server;
  const program = server.declaration.kind !== "streamable-http";
  const error = problem ?? snapshot?.lastError;
  const endpoint = server.url === undefined ? undefined : endpointOf(server.url);
  return {
    serverId,
    about: server.about ?? aboutOf(server),
    transport: server.declaration.kind === "loopback-http" ? "streamable-http" : server.declaration.kind,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(watched === undefined ? {} : { place: { sandbox: watched.id, isolation: watched.isolation } }),
    state: snapshot?.state ?? stateBeforePool(server),
    ...(snapshot?.serverInfo === undefined ? {} : { info: infoView(snapshot.serverInfo) }),
    tools: snapshot?.tools ?? 0,
    toolsRevision,
    quarantined: (snapshot?.quarantined ?? []).map(quarantinedView),
    restarts: snapshot?.restarts ?? 0,
    ...(error === undefined ? {} : { lastError: toErrorView(error) }),
    ...(snapshot?.nextAttemptAt === undefined ? {} : { nextAttemptAt: snapshot.nextAttemptAt }),
    processes: watched?.running.map(({ id }) => id) ?? [],
    origin,
    movable: program,
    removable: origin === "page",
    ...(place === undefined ? {} : { sandbox: place }),
    ...(server.waitsFor === undefined ? {} : { waitsFor: server.waitsFor }),
    ...(watched?.installing ? { installing: true } : {}),
  };
}

/** A server that is not in the pool is on its way into it, unless it waits or has a problem. */
function stateBeforePool({ problem, waitsFor }: FleetServer): McpState {
  return problem === undefined && waitsFor === undefined ? "connecting" : "disconnected";
}

/** The command without arguments, or the host: what else a declaration holds may be secret. */
function aboutOf({ declaration, url }: FleetServer): string {
  if ("command" in declaration && typeof declaration.command === "string")
    return path.basename(declaration.command);
  return url !== undefined && URL.canParse(url) ? new URL(url).host : declaration.kind;
}

/** Without user, query and fragment, where people put keys. */
function endpointOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function infoView({ name, version, era, protocolVersion, instructions }: McpServerInfo): ServerInfoView {
  const said = instructions === undefined ? {} : { instructions };
  return { name, version, era, protocolVersion, ...said };
}

function quarantinedView({ name, reason, detail }: McpQuarantinedTool): QuarantinedToolView {
  return { ...(name === undefined ? {} : { name }), reason, detail };
}
