import type { JSX } from "preact";
import type { ChatPart } from "../../../src/contract/chat.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { ErrorNote } from "../result/error-note.tsx";
import { QuestionCard } from "./question-card.tsx";
import { ToolCard } from "./tool-card.tsx";

/** A piece of what the agent did or said. */
export function PartView({
  part,
  running,
}: {
  readonly part: ChatPart;
  readonly running: boolean;
}): JSX.Element | null {
  switch (part.type) {
    case "text":
      return part.text === "" ? null : <Markdown text={part.text} class="answer" />;
    case "reasoning":
      return (
        <details class="meta reasoning">
          <summary>What it thought</summary>
          <p>{part.text}</p>
        </details>
      );
    case "tool":
      return <ToolCard part={part} />;
    case "question":
      return <QuestionCard question={part} running={running} />;
    case "error":
      return <ErrorNote error={part.error} />;
  }
}
