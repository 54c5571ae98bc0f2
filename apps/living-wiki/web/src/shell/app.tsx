import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { HomePage } from "../home/home-page.tsx";
import { ServerPage } from "../server/server-page.tsx";
import { type PageStore, StoreContext } from "../store/page-store.ts";
import { ToolPage } from "../tool/tool-page.tsx";
import { LiveNotice } from "./live-notice.tsx";
import type { Route } from "./route.ts";
import { TopBar } from "./top-bar.tsx";

/** The whole page: the board beside whatever the address names. */
export function App({
  store,
  route,
}: {
  readonly store: PageStore;
  readonly route: ReadonlySignal<Route>;
}): JSX.Element {
  const { value } = route;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    document.title = titleOf(value);
    // Where the link that was followed is hidden now, reading goes on in what it led to.
    const moved = shown.current !== value;
    shown.current = value;
    if (moved && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [value]);
  return (
    <StoreContext.Provider value={store}>
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip the list of servers
      </button>
      <TopBar />
      <LiveNotice />
      <div class="shell" data-view={value.view}>
        <nav class="board" aria-label="Servers and tools">
          <Board route={value} />
        </nav>
        <main class="main" ref={main} tabIndex={-1}>
          {value.view !== "home" && (
            <a class="back" href="#/">
              ← All servers
            </a>
          )}
          <Main route={value} />
        </main>
      </div>
    </StoreContext.Provider>
  );
}

function titleOf(route: Route): string {
  if (route.view === "home") return "Living Wiki";
  return `${route.view === "server" ? route.serverId : route.name} · Living Wiki`;
}

function Main({ route }: { readonly route: Route }): JSX.Element {
  switch (route.view) {
    case "home":
      return <HomePage />;
    case "server":
      return <ServerPage key={route.serverId} serverId={route.serverId} />;
    case "tool":
      return <ToolPage key={route.name} name={route.name} />;
  }
}
