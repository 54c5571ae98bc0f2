import type { JSX } from "preact";
import { ErrorNote } from "../result/error-note.tsx";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import { ChatWelcome } from "./chat-welcome.tsx";
import { TurnView } from "./turn-view.tsx";
import { useStayAtEnd } from "./use-stay-at-end.ts";

/** Every turn, oldest first; it follows what comes while one reads at its end. */
export function Transcript({ page }: { readonly page: string | undefined }): JSX.Element {
  const { chat, panels } = useStore();
  const { scroller, content, atEnd, toEnd } = useStayAtEnd(panels.chat.value);
  const turns = chat.turns.value;
  const problem = chat.problem.value;
  return (
    <div class="transcript-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="transcript" ref={scroller} tabIndex={0} aria-label="Conversation">
        <div class="transcript-content" ref={content}>
          {turns.length === 0 && <ChatWelcome page={page} />}
          {turns.map((turn) => (
            <TurnView key={turn.peek().turnId} turn={turn} page={page} />
          ))}
          {problem !== undefined && <ErrorNote error={problem} />}
        </div>
      </section>
      {!atEnd && (
        <button type="button" class="button to-end" onClick={toEnd}>
          <Icon name="down" size={16} /> Latest
        </button>
      )}
    </div>
  );
}
