import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ErrorNote } from "../result/error-note.tsx";
import { SandboxPicker } from "../sandbox/sandbox-picker.tsx";
import { CopyButton } from "../shell/copy-button.tsx";
import { useStore } from "../store/page-store.ts";
import { PastedProblems } from "./pasted-problems.tsx";
import { PastedServers } from "./pasted-servers.tsx";
import { usePastedServers } from "./use-pasted-servers.ts";

const example = `{
  "mcpServers": {
    "time": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"] },
    "docs": { "url": "https://mcp.example.com/mcp" }
  }
}`;

/** Adds servers from what other clients keep in their configuration. */
export function AddServersPage(): JSX.Element {
  const { servers } = useStore();
  const pasted = usePastedServers();
  const { text, serverId, sandbox, result, checking, adding, added, problem } = pasted;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const sandboxes = servers.page.value?.sandboxes;
  const problems = result?.problems ?? [];
  const ready = (result?.servers.length ?? 0) > 0;
  const needsName = problems.some(({ code }) => code === "name_needed" || code === "server_id_missing");

  return (
    <>
      <header class="page-head">
        <div>
          <h1>Add a server</h1>
          <p class="lead">
            Paste an entry of <code>mcpServers</code> as any other client has it. It is looked at while you
            type, and nothing starts before you say so.
          </p>
        </div>
      </header>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void pasted.add();
        }}
      >
        <div class="field">
          <label class="field-name" for="pasted">
            Declaration
            <span class="field-type">JSON or YAML</span>
          </label>
          <textarea
            ref={field}
            id="pasted"
            class="input code pasted"
            rows={8}
            spellcheck={false}
            autocomplete="off"
            placeholder={example}
            value={text}
            aria-invalid={problems.length > 0}
            aria-describedby="pasted-state"
            onInput={(event) => pasted.setText(event.currentTarget.value)}
          />
        </div>
        <p id="pasted-state" class="pasted-state" role="status">
          {stateText({ text, checking, found: result?.servers.length ?? 0, wrong: problems.length })}
        </p>
        <PastedProblems problems={problems} text={text} />
        {(result?.warnings ?? []).map((warning) => (
          <p key={warning} class="note">
            {warning}
          </p>
        ))}
        <PastedServers servers={result?.servers ?? []} />
        {(needsName || serverId !== "") && (
          <div class="field">
            <label class="field-name" for="pasted-name">
              Name <span class="field-type">an entry alone has none</span>
            </label>
            <input
              id="pasted-name"
              class="input"
              value={serverId}
              autocomplete="off"
              onInput={(event) => pasted.setServerId(event.currentTarget.value)}
            />
          </div>
        )}
        {sandboxes !== undefined && result?.servers.some(({ transport }) => transport === "stdio") && (
          <SandboxPicker sandboxes={sandboxes} chosen={sandbox} choose={pasted.setSandbox} />
        )}
        {problem !== undefined && <ErrorNote error={problem} />}
        <div class="form-actions">
          <button type="submit" class="button primary" disabled={!ready || adding || checking}>
            {adding
              ? "Adding …"
              : (result?.servers.length ?? 0) > 1
                ? "Add these servers"
                : "Add this server"}
          </button>
          <a class="button" href="#/servers">
            {added.length > 0 ? "Done" : "Cancel"}
          </a>
        </div>
      </form>
      <details class="panel">
        <summary>What can be pasted</summary>
        <p class="muted">
          The whole file, the object with its <code>mcpServers</code>, or one entry of it: programs with{" "}
          <code>command</code>, <code>args</code> and <code>env</code>, servers at a <code>url</code> with{" "}
          <code>headers</code>.
        </p>
        <div class="code-block">
          <div class="code-head">
            <span>An example</span>
            <CopyButton text={example} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{example}</code>
          </pre>
        </div>
      </details>
    </>
  );
}

function stateText({
  text,
  checking,
  found,
  wrong,
}: {
  readonly text: string;
  readonly checking: boolean;
  readonly found: number;
  readonly wrong: number;
}): string {
  if (text.trim() === "") return "Nothing is pasted yet.";
  if (checking) return "Looking at it …";
  const servers =
    found === 0
      ? "No server can be added yet"
      : found === 1
        ? "One server is ready"
        : `${found} servers are ready`;
  if (wrong === 0) return `${servers}.`;
  return `${servers}; ${wrong === 1 ? "one thing is" : `${wrong} things are`} wrong.`;
}
