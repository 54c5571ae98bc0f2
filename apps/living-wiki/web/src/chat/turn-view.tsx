import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ChatTurn } from "../../../src/contract/chat.ts";
import { clockTime, durationText } from "../shell/time-text.ts";
import { useStore } from "../store/page-store.ts";
import { PartView } from "./part-view.tsx";

/** What a person said, and what came of it. */
export function TurnView({
  turn: { value: turn },
  page,
}: {
  readonly turn: ReadonlySignal<ChatTurn>;
  readonly page: string | undefined;
}): JSX.Element {
  const running = turn.state === "running";
  return (
    <article class="turn" data-state={turn.state} aria-busy={running} aria-label={`You: ${turn.text}`}>
      <div class="said">
        {turn.fromWidget !== undefined && <span class="said-by">sent by a view, with your consent</span>}
        <p>{turn.text}</p>
      </div>
      {turn.parts.map((part) => (
        <PartView key={part.partId} part={part} running={running} />
      ))}
      {running && isThinking(turn) && (
        <p class="thinking" role="presentation">
          <span class="dots">
            <span />
            <span />
            <span />
          </span>
          Working …
        </p>
      )}
      <TurnEnd turn={turn} page={page} />
    </article>
  );
}

/** Whether nothing else on the screen shows that something goes on. */
function isThinking({ parts }: ChatTurn): boolean {
  const last = parts.at(-1);
  if (last?.type === "tool") return last.state !== "running" && last.state !== "approval";
  return last?.type !== "question" || last.state !== "open";
}

const ends: Readonly<Record<ChatTurn["state"], string | undefined>> = {
  running: undefined,
  done: undefined,
  failed: "This turn failed.",
  cancelled: "You stopped it here.",
  interrupted: "The app ended in the middle of this turn.",
};

function TurnEnd({
  turn,
  page,
}: {
  readonly turn: ChatTurn;
  readonly page: string | undefined;
}): JSX.Element | null {
  const { chat } = useStore();
  if (turn.state === "running") return null;
  const text = ends[turn.state];
  const { inputTokens, outputTokens } = turn.usage ?? {};
  return (
    <footer class="turn-end">
      {text !== undefined && <span class="turn-state">{text}</span>}
      <time dateTime={new Date(turn.at).toISOString()}>{clockTime(turn.at)}</time>
      {turn.durationMs !== undefined && <span>{durationText(turn.durationMs)}</span>}
      {inputTokens !== undefined && outputTokens !== undefined && (
        <span>{(inputTokens + outputTokens).toLocaleString()} tokens</span>
      )}
      {text !== undefined && (
        <button
          type="button"
          class="button quiet"
          disabled={chat.running.value !== undefined}
          onClick={() => chat.send({ text: turn.text, ...(page === undefined ? {} : { page }) })}
        >
          Try again
        </button>
      )}
    </footer>
  );
}
