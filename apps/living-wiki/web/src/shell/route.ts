import { type ReadonlySignal, signal } from "@preact/signals";

/** What the main part of the page shows; it is in the address, so that reload and back work. */
export type Route =
  /** The wiki's first page. */
  | { readonly view: "home" }
  | { readonly view: "page"; readonly path: string }
  | { readonly view: "edit"; readonly path: string }
  /** A page that does not exist yet. */
  | { readonly view: "new" }
  | { readonly view: "servers" }
  | { readonly view: "add-servers" }
  | { readonly view: "server"; readonly serverId: string }
  | { readonly view: "tool"; readonly name: string };

/** The page that is the wiki's first. */
export const homePath = "home.md";

/** The address of a page's view; the ending of its name may be left out. */
export function pageHref(path: string): string {
  return `#/pages/${encodePath(path)}`;
}

/** The address where a page is edited. */
export function editHref(path: string): string {
  return `#/edit/${encodePath(path)}`;
}

/** The address of a server's view. */
export function serverHref(serverId: string): string {
  return `#/servers/${encodeURIComponent(serverId)}`;
}

/** The address of a tool's view. */
export function toolHref(name: string): string {
  return `#/tools/${encodeURIComponent(name)}`;
}

/** Whether a route belongs to the wiki or to the servers. */
export function areaOf({ view }: Route): "wiki" | "servers" {
  return view === "home" || view === "page" || view === "edit" || view === "new" ? "wiki" : "servers";
}

/** The page that a route is about. */
export function pageOf(route: Route): string | undefined {
  if (route.view === "home") return homePath;
  return route.view === "page" || route.view === "edit" ? route.path : undefined;
}

/** Reads a route; whatever is no route is the home view. */
export function parseRoute(hash: string): Route {
  const [, view = "", rest] = /^#\/([\w-]+)(?:\/(.+))?$/.exec(hash) ?? [];
  if (rest === undefined) {
    if (view === "new" || view === "servers" || view === "add-servers") return { view };
    return { view: "home" };
  }
  const id = decode(rest);
  if (id === undefined) return { view: "home" }; // a malformed escape, typed by hand
  switch (view) {
    case "pages":
      return { view: "page", path: withEnding(id) };
    case "edit":
      return { view: "edit", path: withEnding(id) };
    case "servers":
      return { view: "server", serverId: id };
    case "tools":
      return { view: "tool", name: id };
    default:
      return { view: "home" };
  }
}

function encodePath(path: string): string {
  return path.replace(/\.md$/, "").split("/").map(encodeURIComponent).join("/");
}

function withEnding(path: string): string {
  return path.endsWith(".md") ? path : `${path}.md`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
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
