import { type ReadonlySignal, signal } from "@preact/signals";

/** What the main part of the page shows; it is in the address, so that reload and back work. */
export type Route =
  | { readonly view: "home" }
  | { readonly view: "server"; readonly serverId: string }
  | { readonly view: "tool"; readonly name: string };

/** The address of a server's view. */
export function serverHref(serverId: string): string {
  return `#/servers/${encodeURIComponent(serverId)}`;
}

/** The address of a tool's view. */
export function toolHref(name: string): string {
  return `#/tools/${encodeURIComponent(name)}`;
}

/** Reads a route; whatever is no route is the home view. */
export function parseRoute(hash: string): Route {
  const [, view, id] = /^#\/(servers|tools)\/([^/]+)$/.exec(hash) ?? [];
  if (view === undefined || id === undefined) return { view: "home" };
  try {
    const name = decodeURIComponent(id);
    return view === "servers" ? { view: "server", serverId: name } : { view: "tool", name };
  } catch {
    return { view: "home" }; // a malformed escape, typed by hand
  }
}

/** The route of the address bar, as it changes. */
export function followRoute(): ReadonlySignal<Route> {
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
    scrollTo(0, 0);
  });
  return route;
}
