import type { PageEntry } from "../store/wiki-store.ts";
import { pageOf, type Route } from "./route.ts";

/** What the browser calls this view. */
export function titleOf(route: Route, entries: ReadonlyMap<string, PageEntry>): string {
  const name = nameOf(route, entries);
  return name === undefined ? "Living Wiki" : `${name} · Living Wiki`;
}

function nameOf(route: Route, entries: ReadonlyMap<string, PageEntry>): string | undefined {
  switch (route.view) {
    case "home":
      return undefined;
    case "page":
    case "edit": {
      const path = pageOf(route) ?? "";
      const entry = entries.get(path);
      const title = entry?.state === "ready" ? entry.page.title : path;
      return route.view === "edit" ? `Editing ${title}` : title;
    }
    case "new":
      return "A new page";
    case "servers":
      return "Servers";
    case "add-servers":
      return "Add a server";
    case "server":
      return route.serverId;
    case "tool":
      return route.name;
  }
}
