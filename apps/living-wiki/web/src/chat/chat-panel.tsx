import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../shell/icon.tsx";
import { pageOf, type Route } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { ChatAnnouncer } from "./chat-announcer.tsx";
import { Composer } from "./composer.tsx";
import { Transcript } from "./transcript.tsx";

/** The conversation with the agent. */
export function ChatPanel({ route }: { readonly route: Route }): JSX.Element {
  const { chat, panels } = useStore();
  const [roomy, setRoomy] = useState(false);
  const model = chat.model.value;
  const page = pageOf(route);
  return (
    <div class="chat-panel" data-roomy={roomy}>
      <header class="chat-head">
        <div>
          <h2>Agent</h2>
          <p class="muted">{model === undefined ? "…" : model.label}</p>
        </div>
        {chat.turns.value.length > 0 && (
          <button
            type="button"
            class="button quiet"
            title="Forgets this conversation"
            onClick={() => chat.clear()}
          >
            New chat
          </button>
        )}
        {panels.wide.value && (
          <button
            type="button"
            class="button quiet icon-only"
            aria-pressed={roomy}
            aria-label="More room for the agent"
            title="More room for the agent"
            onClick={() => setRoomy(!roomy)}
          >
            <Icon name="widen" size={16} />
          </button>
        )}
        <button
          type="button"
          class="button quiet icon-only"
          aria-label="Close the agent"
          title="Close the agent (Ctrl+J)"
          onClick={() => panels.showChat(false)}
        >
          <Icon name="close" size={16} />
        </button>
      </header>
      <Transcript page={page} />
      <ChatAnnouncer />
      <Composer page={page} />
    </div>
  );
}
