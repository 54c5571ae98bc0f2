import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApprovalAnswer, ApprovalView } from "../../../src/contract/chat.ts";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import { DiffView } from "../diff/diff-view.tsx";
import { ErrorNote } from "../result/error-note.tsx";
import { JsonText } from "../result/json-text.tsx";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import { readArguments } from "./read-arguments.ts";

/** A call that waits for a person: what would be sent, and yes or no to it. */
export function ApprovalCard({ approval }: { readonly approval: ApprovalView }): JSX.Element {
  const { approvals } = useStore();
  const [busy, setBusy] = useState(false);
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState<ErrorView>();
  const read = edited === undefined ? undefined : readArguments(edited);

  const answer = async (given: ApprovalAnswer): Promise<void> => {
    setBusy(true);
    setProblem(await approvals.answer(approval.approvalId, given));
    setBusy(false);
  };
  const allow = (remember: "once" | "tool"): Promise<void> =>
    answer({ approved: true, remember, ...(read?.value === undefined ? {} : { arguments: read.value }) });
  const cannot = busy || read?.problem !== undefined;
  const name = approval.title ?? approval.tool;

  return (
    <section class="approval" aria-label={`Permission for ${name}`} data-effect={approval.effect}>
      <p class="approval-title">
        <Icon name="shield" />
        <span>
          {approval.from === "widget" ? "The view of" : "The agent asks to use"}{" "}
          {approval.from === "widget" ? `${approval.serverId} asks to use ` : ""}
          <strong>{name}</strong>
        </span>
        <span class={approval.effect === "destructive" ? "chip chip-bad" : "chip chip-warning"}>
          {approval.effect === "destructive" ? "may destroy" : "changes things"}
        </span>
      </p>
      <p class="muted">{approval.reason}</p>
      <WhatWouldBeSent approval={approval} edited={edited} problem={read?.problem} onEdit={setEdited} />
      {problem !== undefined && <ErrorNote error={problem} />}
      <div class="approval-actions">
        <button type="button" class="button primary" disabled={cannot} onClick={() => allow("once")}>
          Allow
        </button>
        <button
          type="button"
          class="button danger"
          disabled={busy}
          onClick={() => answer({ approved: false })}
        >
          Deny
        </button>
        {edited === undefined && (
          <>
            <button
              type="button"
              class="button quiet"
              disabled={busy}
              title={`Do not ask for ${approval.tool} again until the app ends`}
              onClick={() => allow("tool")}
            >
              Always
            </button>
            <button
              type="button"
              class="button quiet"
              disabled={busy}
              onClick={() => setEdited(JSON.stringify(approval.arguments, null, 2))}
            >
              Edit first
            </button>
          </>
        )}
      </div>
    </section>
  );
}

function WhatWouldBeSent({
  approval,
  edited,
  problem,
  onEdit,
}: {
  readonly approval: ApprovalView;
  readonly edited: string | undefined;
  readonly problem: string | undefined;
  onEdit(text: string | undefined): void;
}): JSX.Element {
  if (edited !== undefined)
    return (
      <div class="field">
        <textarea
          class="input code"
          rows={6}
          aria-label="Arguments as JSON"
          aria-invalid={problem !== undefined}
          spellcheck={false}
          value={edited}
          onInput={(event) => onEdit(event.currentTarget.value)}
        />
        {problem !== undefined && <p class="field-issues">{problem}</p>}
        <button type="button" class="button quiet" onClick={() => onEdit(undefined)}>
          Back to what the agent wrote
        </button>
      </div>
    );
  const { change } = approval;
  if (change === undefined) return <JsonText value={approval.arguments} />;
  return (
    <>
      <p class="block-kind">
        {change.before === null ? "new page" : "page"} <code>{change.path}</code>
      </p>
      <DiffView before={change.before ?? ""} after={change.after} />
      <details class="meta">
        <summary>Arguments</summary>
        <JsonText value={approval.arguments} />
      </details>
    </>
  );
}
