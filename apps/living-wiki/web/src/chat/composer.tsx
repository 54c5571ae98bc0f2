import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { QuestionPart } from "../../../src/contract/chat.ts";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import { CommandMenu } from "./command-menu.tsx";
import { matchingCommands } from "./matching-commands.ts";
import { openQuestion, typedAnswer } from "./open-question.ts";

/** Where one writes to the agent. Enter sends, Shift-Enter begins a line, `/` offers the commands. */
export function Composer({ page }: { readonly page: string | undefined }): JSX.Element {
  const { chat, panels } = useStore();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const running = chat.running.value !== undefined;
  const question = openQuestion(chat.running.value);
  const commands = matchingCommands(text, chat.model.value?.commands ?? []);
  const current = Math.min(chosen, commands.length - 1);
  const prompt = panels.prompt.value;

  useEffect(() => {
    if (prompt === undefined) return;
    setText(prompt);
    panels.takePrompt();
    field.current?.focus();
  }, [prompt]);
  useEffect(() => {
    // Whoever opened it over the page wants to write. Beside the page it takes nobody's place, and on a phone the
    // keyboard would cover what there is to read.
    const keyboardIsFree = matchMedia("(hover: hover)").matches;
    if (panels.chat.value && !panels.wide.peek() && keyboardIsFree)
      field.current?.focus({ preventScroll: true });
  }, [panels.chat.value]);

  const send = async (): Promise<void> => {
    const said = text.trim();
    if (said === "") return;
    if (running) {
      const values = question === undefined ? undefined : typedAnswer(question, said);
      if (question === undefined || values === undefined) return;
      setText("");
      await chat.answer(question.questionId, values);
      return;
    }
    setText("");
    const taken = await chat.send({ text: said, ...(page === undefined ? {} : { page }) });
    if (!taken) setText(said);
  };
  const complete = (index: number): void => {
    const command = commands[index];
    if (command !== undefined) setText(`/${command.name} `);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const withMenu = commands.length > 0;
    // A command that is whole already may be sent as it is.
    const isWhole = commands.some(({ name }) => text === `/${name}`);
    const completes = new Set(isWhole ? ["Tab"] : ["Tab", "Enter"]);
    if (withMenu && event.key === "ArrowDown") setChosen((current + 1) % commands.length);
    else if (withMenu && event.key === "ArrowUp")
      setChosen((current - 1 + commands.length) % commands.length);
    else if (withMenu && completes.has(event.key) && !event.shiftKey) complete(current);
    else if (withMenu && event.key === "Escape") setText("");
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) void send();
    else return;
    event.preventDefault();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {commands.length > 0 && <CommandMenu commands={commands} current={current} take={complete} />}
      <div class="composer-box">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message to the agent"
          placeholder={placeholderOf(running, question)}
          aria-controls={commands.length > 0 ? "commands" : undefined}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? `command-${current}` : undefined}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        {running ? <StopButton /> : <SendButton disabled={text.trim() === ""} />}
      </div>
    </form>
  );
}

function placeholderOf(running: boolean, question: QuestionPart | undefined): string {
  if (!running) return "Ask, or type / for commands";
  if (question === undefined) return "The agent is at work …";
  return typedAnswer(question, "") === undefined ? "Answer above to go on" : "Your answer";
}

function SendButton({ disabled }: { readonly disabled: boolean }): JSX.Element {
  return (
    <button type="submit" class="button primary icon-only" aria-label="Send" disabled={disabled}>
      <Icon name="send" size={18} />
    </button>
  );
}

function StopButton(): JSX.Element {
  const { chat } = useStore();
  const [stopping, setStopping] = useState(false);
  return (
    <button
      type="button"
      class="button stop"
      disabled={stopping}
      onClick={() => {
        setStopping(true);
        void chat.cancel();
      }}
    >
      <Icon name="stop" size={16} /> {stopping ? "Stopping …" : "Stop"}
    </button>
  );
}
