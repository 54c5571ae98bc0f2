import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Lazy } from "../shell/lazy.tsx";
import type { Route } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";

const loadPanel = async () => (await import("./chat-panel.tsx")).ChatPanel;

/**
 * The agent beside the page, or over it where there is no room. Once shown it stays in the document, only hidden: what
 * a server shows in it must not begin anew.
 */
export function ChatSide({ route }: { readonly route: Route }): JSX.Element {
  const { panels } = useStore();
  const shown = panels.chat.value;
  const [wanted, setWanted] = useState(shown);
  useEffect(() => {
    if (shown) setWanted(true);
  }, [shown]);
  const over = shown && !panels.wide.value;
  return (
    <aside
      class="chat"
      aria-label="Agent"
      hidden={!shown}
      data-over={over}
      onKeyDown={(event) => {
        if (event.key === "Escape" && over && !event.defaultPrevented) panels.showChat(false);
      }}
    >
      {wanted && (
        <Lazy load={loadPanel} props={{ route }} waiting={<p class="chat-waiting muted">Fetching …</p>} />
      )}
    </aside>
  );
}
