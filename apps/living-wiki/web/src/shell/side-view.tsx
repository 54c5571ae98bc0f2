import type { JSX } from "preact";
import { PageList } from "../wiki/page-list.tsx";
import { Lazy } from "./lazy.tsx";
import { areaOf, type Route } from "./route.ts";

const loadBoard = async () => (await import("./servers-area.tsx")).Board;

/** What stands beside the main part: the wiki's pages, or the servers. */
export function SideView({ route }: { readonly route: Route }): JSX.Element {
  if (areaOf(route) === "wiki") return <PageList route={route} />;
  return <Lazy load={loadBoard} props={{ route }} waiting={<p class="empty">Fetching the board …</p>} />;
}
