import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { AreaLinks } from "./area-links.tsx";
import { Icon } from "./icon.tsx";
import type { Route } from "./route.ts";

/** The areas and the agent within reach of a thumb. */
export function TabBar({ route }: { readonly route: Route }): JSX.Element {
  const { panels, approvals, chat } = useStore();
  const shown = panels.chat.value;
  const waiting = approvals.waiting.value.length;
  return (
    <nav class="tab-bar" aria-label="Sections" data-chat={shown}>
      <AreaLinks route={route} />
      <button type="button" aria-expanded={shown} onClick={() => panels.showChat(!shown)}>
        <Icon name="chat" />
        <span>Agent</span>
        {waiting > 0 ? (
          <span class="badge">{waiting}</span>
        ) : (
          chat.running.value !== undefined && <span class="pulse" />
        )}
      </button>
    </nav>
  );
}
