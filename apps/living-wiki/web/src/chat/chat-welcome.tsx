import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";

/** Instead of an empty transcript: what can be asked, and who answers. */
export function ChatWelcome({ page }: { readonly page: string | undefined }): JSX.Element {
  const { chat, panels } = useStore();
  const model = chat.model.value;
  return (
    <div class="chat-welcome">
      <p class="chat-welcome-title">What shall be done?</p>
      <p class="muted">
        The agent reads and writes the wiki and uses every tool of the servers. It asks before it changes
        anything.
      </p>
      <ul class="chat-suggestions">
        {chat.suggestions.value.map((text) => (
          <li key={text}>
            <button
              type="button"
              class="suggestion"
              onClick={() =>
                text.endsWith("…")
                  ? panels.ask(text.slice(0, -1))
                  : chat.send({ text, ...(page === undefined ? {} : { page }) })
              }
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      {model?.provider === "planner" && (
        <details class="meta chat-model">
          <summary>A small planner answers, without any key. What it understands</summary>
          <dl class="commands">
            {(model.commands ?? []).map(({ usage, about }) => (
              <div key={usage}>
                <dt>
                  <code>{usage}</code>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          {model.howTo !== undefined && model.howTo.length > 0 && (
            <>
              <p>For a model of a provider, start the app with</p>
              <pre class="code">{model.howTo.join("\n")}</pre>
            </>
          )}
        </details>
      )}
    </div>
  );
}
