import type { JSX } from "preact";
import { NewPage } from "../wiki/new-page.tsx";
import { PageEditorView } from "../wiki/page-editor-view.tsx";
import { WikiPageView } from "../wiki/wiki-page-view.tsx";
import { Lazy } from "./lazy.tsx";
import { areaOf, homePath, type Route } from "./route.ts";

const area = () => import("./servers-area.tsx");
const loadServers = async () => (await area()).ServersPage;
const loadAdd = async () => (await area()).AddServersPage;
const loadServer = async () => (await area()).ServerPage;
const loadTool = async () => (await area()).ToolPage;
const waiting = (
  <div role="status">
    <h1 class="visually-hidden">Fetching this part of the page …</h1>
  </div>
);

/** What the address names. */
export function MainView({ route }: { readonly route: Route }): JSX.Element {
  return (
    <>
      <WayBack route={route} />
      <Named route={route} />
    </>
  );
}

function Named({ route }: { readonly route: Route }): JSX.Element {
  switch (route.view) {
    case "home":
      return <WikiPageView key={homePath} path={homePath} isHome />;
    case "page":
      return <WikiPageView key={route.path} path={route.path} />;
    case "edit":
      return <PageEditorView key={route.path} path={route.path} />;
    case "new":
      return <NewPage />;
    case "servers":
      return <Lazy key="servers" load={loadServers} props={{}} waiting={waiting} />;
    case "add-servers":
      return <Lazy key="add" load={loadAdd} props={{}} waiting={waiting} />;
    case "server":
      return (
        <Lazy
          key={`server ${route.serverId}`}
          load={loadServer}
          props={{ serverId: route.serverId }}
          waiting={waiting}
        />
      );
    case "tool":
      return (
        <Lazy key={`tool ${route.name}`} load={loadTool} props={{ name: route.name }} waiting={waiting} />
      );
  }
}

/** On a phone, where the list is not beside it. */
function WayBack({ route }: { readonly route: Route }): JSX.Element | null {
  if (route.view === "home" || route.view === "servers") return null;
  return areaOf(route) === "wiki" ? (
    <a class="back" href="#/">
      ← All pages
    </a>
  ) : (
    <a class="back" href="#/servers">
      ← All servers
    </a>
  );
}
