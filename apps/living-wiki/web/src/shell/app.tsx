import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ChatSide } from "../chat/chat-side.tsx";
import { SearchDialog } from "../search/search-dialog.tsx";
import { type PageStore, StoreContext } from "../store/page-store.ts";
import { ConsentNotice } from "./consent-notice.tsx";
import { LiveNotice } from "./live-notice.tsx";
import { MainView } from "./main-view.tsx";
import { areaOf, type Route } from "./route.ts";
import { followShortcuts } from "./shortcuts.ts";
import { SideView } from "./side-view.tsx";
import { TabBar } from "./tab-bar.tsx";
import { titleOf } from "./title.ts";
import { TopBar } from "./top-bar.tsx";

/** The whole page: a list beside whatever the address names, and the agent beside both. */
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
  useEffect(() => followShortcuts(store.panels), [store]);
  useEffect(() => {
    // Where the link that was followed is hidden now, reading goes on in what it led to.
    const moved = shown.current !== value;
    shown.current = value;
    if (moved && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [value]);
  const title = titleOf(value, store.wiki.entries.value);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const area = areaOf(value);
  const covered = store.panels.covered.value;
  return (
    <StoreContext.Provider value={store}>
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <TopBar route={value} />
      <LiveNotice />
      <div
        class="shell"
        data-area={area}
        data-view={value.view}
        data-chat={store.panels.chat.value ? "open" : "closed"}
      >
        <nav class="side" inert={covered} aria-label={area === "wiki" ? "Pages" : "Servers and tools"}>
          <SideView route={value} />
        </nav>
        <main class="main" ref={main} tabIndex={-1} inert={covered}>
          <ConsentNotice />
          <MainView route={value} />
        </main>
        <ChatSide route={value} />
      </div>
      <TabBar route={value} />
      <SearchDialog />
    </StoreContext.Provider>
  );
}
