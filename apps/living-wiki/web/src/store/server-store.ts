import { type ReadonlySignal, signal } from "@preact/signals";
import type { Activity, PageEvent, PageState } from "../../../src/contract/page-event.ts";
import type { ServerView } from "../../../src/contract/server-view.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import type { PageApi } from "../api/page-api.ts";

/** The tools of a server as the page has them. */
export interface ToolList {
  readonly revision: number;
  readonly tools: readonly ToolView[];
}

/** What is known of the app besides its servers. */
export type PageFacts = Omit<PageState, "servers" | "activity">;

/** What the page knows of the servers. */
export interface ServerStore {
  /** Absent until the first `hello`. */
  readonly page: ReadonlySignal<PageFacts | undefined>;
  readonly servers: ReadonlySignal<readonly ServerView[]>;
  /** Newest first. */
  readonly activity: ReadonlySignal<readonly Activity[]>;
  readonly tools: ReadonlySignal<ReadonlyMap<string, ToolList>>;
  server(serverId: string): ServerView | undefined;
  tool(name: string): ToolView | undefined;
  take(event: PageEvent): void;
}

const keptActivities = 200;

/** Makes the store; it fetches the tools of a server whenever their revision grows. */
export function createServerStore(api: Pick<PageApi, "tools">): ServerStore {
  const page = signal<PageFacts>();
  const servers = signal<readonly ServerView[]>([]);
  const activity = signal<readonly Activity[]>([]);
  const tools = signal<ReadonlyMap<string, ToolList>>(new Map());

  const fetchTools = async ({ serverId, toolsRevision }: ServerView): Promise<void> => {
    if (toolsRevision === (tools.peek().get(serverId)?.revision ?? 0)) return;
    try {
      const list = await api.tools(serverId);
      const current = servers.peek().find((server) => server.serverId === serverId);
      // Where the revision has moved on, a newer request is under way.
      if (current?.toolsRevision === toolsRevision)
        tools.value = new Map(tools.peek()).set(serverId, { revision: toolsRevision, tools: list });
    } catch {
      // The event stream tells when the app is gone, and the next `hello` fetches again.
    }
  };

  const change = (changed: Partial<PageFacts>): void => {
    const known = page.peek();
    if (known !== undefined) page.value = { ...known, ...changed };
  };

  return {
    page,
    servers,
    activity,
    tools,
    server: (serverId) => servers.value.find((server) => server.serverId === serverId),
    tool(name) {
      for (const list of tools.value.values()) {
        const found = list.tools.find((tool) => tool.name === name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    take(event) {
      switch (event.type) {
        case "hello": {
          const { servers: all, activity: log, ...rest } = event.state;
          page.value = rest;
          servers.value = all;
          activity.value = log.toReversed();
          for (const server of all) void fetchTools(server);
          return;
        }
        case "server": {
          const { server } = event;
          const index = servers.peek().findIndex((one) => one.serverId === server.serverId);
          servers.value = index < 0 ? [...servers.peek(), server] : servers.peek().with(index, server);
          void fetchTools(server);
          return;
        }
        case "server-removed": {
          const { serverId } = event;
          servers.value = servers.peek().filter((server) => server.serverId !== serverId);
          const others = new Map(tools.peek());
          others.delete(serverId);
          tools.value = others;
          return;
        }
        case "sandboxes":
          change({ sandboxes: event.sandboxes });
          return;
        case "drawio":
          change({ drawio: event.drawio });
          return;
        case "activity":
          activity.value = [event.activity, ...activity.peek()].slice(0, keptActivities);
          return;
        default:
      }
    },
  };
}
