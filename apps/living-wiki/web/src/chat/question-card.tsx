import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CallOutcome } from "../../../src/contract/call.ts";
import type { QuestionPart } from "../../../src/contract/chat.ts";
import { ToolForm } from "../form/tool-form.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import type { Arguments } from "../store/run-store.ts";
import { typedAnswer } from "./open-question.ts";

/** Something that the agent has to know before it goes on. */
export function QuestionCard({
  question,
  running,
}: {
  readonly question: QuestionPart;
  readonly running: boolean;
}): JSX.Element {
  const { chat } = useStore();
  const open = question.state === "open" && running;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever has just sent a message goes on in the form, unless the answer may be typed where they are.
    const field = document.activeElement;
    const idle = field instanceof HTMLTextAreaElement && field.matches(".composer *") && field.value === "";
    if (open && idle && typedAnswer(question, "") === undefined)
      card.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, []);
  const answer = async (values: Arguments): Promise<CallOutcome> => {
    const error = await chat.answer(question.questionId, values);
    return { durationMs: 0, ...(error === undefined ? {} : { error }) };
  };
  return (
    <article ref={card} class="question" data-state={question.state} aria-label="Question of the agent">
      <div class="question-text">
        <Icon name="chat" size={16} />
        <Markdown text={question.text} />
      </div>
      {open ? (
        <ToolForm
          tool={{
            inputSchema: question.schema,
            ...(question.values === undefined ? {} : { example: question.values }),
          }}
          run={answer}
          submit="Answer"
          skip={() => chat.decline(question.questionId)}
        />
      ) : (
        <p class="muted">{question.state === "answered" ? "Answered." : "Not answered."}</p>
      )}
    </article>
  );
}
