import type { PageEvent, PageState } from "../contract/page-event.ts";
import type { SandboxesView } from "../contract/sandbox-view.ts";
import type { Wiki } from "../open-wiki.ts";
import { followServers, type LiveServers } from "./live-servers.ts";

/** Everything the page shows, kept up to date from the events of whatever is behind it. */
export interface LiveWiki extends Disposable {
  readonly servers: LiveServers;
  readonly sandboxes: SandboxesView;
  readonly state: PageState;
  on(handler: (event: PageEvent) => void): () => void;
}

/** Follows a wiki until disposed. `sandboxOrigin` is told when it is known. */
export function followWiki(wiki: Wiki, sandboxOrigin: () => string): LiveWiki {
  const { fleet, places, pages, chat, approvals, drawio } = wiki;
  const servers = followServers(fleet);
  const handlers = new Set<(event: PageEvent) => void>();
  const publish = (event: PageEvent): void => {
    for (const handler of handlers) handler(event);
  };
  const sandboxes = (): SandboxesView => {
    const { choices, chosen, hostAllowed } = places;
    const waiting = fleet.servers.flatMap(({ waitsFor, serverId }) =>
      waitsFor === undefined ? [] : [serverId],
    );
    const asked = waiting.length > 0 ? "needed" : "open";
    return { choices, chosen, waiting, hostConsent: hostAllowed ? "given" : asked };
  };
  const offs = [
    servers.on(publish),
    places.on(() => publish({ type: "sandboxes", sandboxes: sandboxes() })),
    pages.on((change) => publish({ type: "wiki", change })),
    chat.on((event) => publish({ type: "chat", event })),
    drawio.on((view) => publish({ type: "drawio", drawio: view })),
    approvals.on((event) =>
      publish(
        event.type === "asked"
          ? { type: "approval", approval: event.approval }
          : { type: "approval-ended", approvalId: event.approval.approvalId },
      ),
    ),
  ];
  return {
    servers,
    get sandboxes() {
      return sandboxes();
    },
    get state() {
      const { id, isolation } = places.get(places.chosen);
      return {
        sandbox: { id, isolation },
        wikiFolder: pages.folder,
        servers: servers.servers,
        activity: servers.activity,
        sandboxes: sandboxes(),
        drawio: drawio.view,
        approvals: approvals.open,
        sandboxOrigin: sandboxOrigin(),
      };
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    [Symbol.dispose]() {
      for (const off of offs) off();
      servers[Symbol.dispose]();
      handlers.clear();
    },
  };
}
