import type { McpEvent, McpStateChange, McpTool } from "@x/mcp";
import type { Activity, PageEvent } from "../contract/page-event.ts";
import type { ServerView } from "../contract/server-view.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { createActivityLog } from "./activity-log.ts";
import { toServerView } from "./server-view.ts";

/** What the page shows of the servers, kept up to date from the events of pool and sandboxes. */
export interface LiveServers extends Disposable {
  readonly servers: readonly ServerView[];
  /** Oldest first, bounded. */
  readonly activity: readonly Activity[];
  server(serverId: string): ServerView | undefined;
  /** The tools of a server as they were last listed. */
  tools(serverId: string): readonly McpTool[];
  on(handler: (event: PageEvent) => void): () => void;
}

/** Follows a fleet until disposed. */
export function followServers(fleet: ServerFleet): LiveServers {
  const log = createActivityLog();
  const handlers = new Set<(event: PageEvent) => void>();
  const lists = new Map<string, { readonly revision: number; readonly tools: readonly McpTool[] }>();
  let revisions = 0;

  const publish = (event: PageEvent): void => {
    for (const handler of handlers) handler(event);
  };
  const viewOf = (serverId: string): ServerView | undefined => {
    const server = fleet.get(serverId);
    if (server === undefined) return undefined;
    const snapshot = fleet.pool.snapshot().find((one) => one.serverId === serverId);
    return toServerView(server, snapshot, lists.get(serverId)?.revision ?? 0);
  };
  const tell = (serverId: string, kind: Activity["kind"], text: string): void => {
    const server = viewOf(serverId);
    // The pool also tells its own state, under an id of its own.
    if (server === undefined) return;
    publish({ type: "activity", activity: log.add({ at: Date.now(), serverId, kind, text }) });
    publish({ type: "server", server });
  };

  /** The pool tells the names of tools; their definitions are in its list, which needs no request now. */
  const learnTools = async (serverId: string, text: string): Promise<void> => {
    const revision = ++revisions;
    const tools = await listed(serverId);
    // Of two lists the one that was asked for later is the newer.
    if (tools === undefined || (lists.get(serverId)?.revision ?? 0) > revision) return;
    lists.set(serverId, { revision, tools });
    tell(serverId, "tools", text);
  };
  const listed = async (serverId: string): Promise<readonly McpTool[] | undefined> => {
    if (fleet.pool.server(serverId) === undefined) return [];
    try {
      return await fleet.pool.connect({ serverId });
    } catch {
      // It is gone again. The old list stays, and the state tells why.
      return undefined;
    }
  };

  const offs = [
    fleet.pool.on("state", ({ serverId, change }) => tell(serverId, "state", describeState(change))),
    fleet.pool.on("tools", (event) => void learnTools(event.serverId, describeTools(event))),
    fleet.pool.on("quarantine", ({ serverId, tool }) =>
      tell(serverId, "quarantine", `left out ${tool.name ?? "a tool without a name"}: ${tool.detail}`),
    ),
    fleet.pool.on("warning", ({ serverId, message }) => tell(serverId, "warning", message)),
    fleet.on(({ serverId, text, removed }) => {
      if (removed) {
        lists.delete(serverId);
        publish({ type: "server-removed", serverId });
      } else tell(serverId, "process", text);
    }),
  ];

  // Servers may be there already.
  for (const { serverId, tools } of fleet.pool.snapshot())
    if (tools > 0) void learnTools(serverId, `tools: ${tools}`);

  return {
    get servers() {
      const servers = fleet.servers.map(({ serverId }) => viewOf(serverId));
      return servers.filter((view) => view !== undefined);
    },
    get activity() {
      return [...log.entries];
    },
    server: viewOf,
    tools: (serverId) => lists.get(serverId)?.tools ?? [],
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    [Symbol.dispose]() {
      for (const off of offs) off();
      handlers.clear();
    },
  };
}

function describeState({ previous, state, reason, attempt, error }: McpStateChange): string {
  const facts = [
    // "connected" for the reason that it connected says nothing.
    ...(reason === state ? [] : [reason]),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
  ];
  const why = error === undefined ? "" : `: ${error.message}`;
  return `${previous} → ${state}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}${why}`;
}

function describeTools({ added, removed, changed }: Extract<McpEvent, { type: "tools" }>): string {
  const counts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [changed.length, "changed"],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `tools: ${told.join(", ")}`;
}
