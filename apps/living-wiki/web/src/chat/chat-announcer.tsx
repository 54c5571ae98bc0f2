import type { JSX } from "preact";
import type { ChatTurn } from "../../../src/contract/chat.ts";
import { useStore } from "../store/page-store.ts";

const spokenChars = 400;

/** Tells those who hear the page what happens in the conversation, once and in whole sentences. */
export function ChatAnnouncer(): JSX.Element {
  const { chat, approvals } = useStore();
  const turn = chat.running.value ?? chat.turns.value.at(-1)?.value;
  const asked = approvals.waiting.value.at(-1);
  return (
    <>
      <p class="visually-hidden" role="status">
        {turn === undefined ? "" : turnText(turn)}
      </p>
      <p class="visually-hidden" aria-live="assertive">
        {asked === undefined ? "" : `Permission is asked for ${asked.title ?? asked.tool}.`}
      </p>
    </>
  );
}

/** While it runs: what it is at. Then: what it said. */
function turnText(turn: ChatTurn): string {
  const last = turn.parts.at(-1);
  if (turn.state === "running") {
    if (last?.type === "tool") return `The agent uses ${last.title ?? last.tool}.`;
    if (last?.type === "question" && last.state === "open") return `The agent asks: ${last.text}`;
    return "The agent works.";
  }
  if (turn.state === "failed") return "The agent failed.";
  if (turn.state !== "done") return "The agent was stopped.";
  const text = turn.parts.findLast((part) => part.type === "text")?.text ?? "";
  return text === "" ? "The agent is done." : `The agent says: ${text.slice(0, spokenChars)}`;
}
