import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ToolPart } from "../../../src/contract/chat.ts";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { WidgetApprovals } from "../approval/widget-approvals.tsx";
import { LinkedDiagram } from "../diagram/linked-diagram.tsx";
import { ErrorNote } from "../result/error-note.tsx";
import { JsonText } from "../result/json-text.tsx";
import { ResultView } from "../result/result-view.tsx";
import { ProgressBar } from "../run/progress-bar.tsx";
import { Icon } from "../shell/icon.tsx";
import { WidgetView } from "../widget/widget-view.tsx";
import { ToolCardLinks } from "./tool-card-links.tsx";
import { stepOf } from "./tool-step.ts";

/** A call of a tool: what it is, how far it is, what it answered. */
export function ToolCard({ part }: { readonly part: ToolPart }): JSX.Element {
  const { approval, result, error, diagrams = [] } = part;
  const step = stepOf(part);
  const title = part.title ?? approval?.title ?? part.tool;
  const serverId = part.serverId ?? approval?.serverId;
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? step.opens;
  const hasMore = part.arguments !== undefined || part.argumentsText !== undefined || result !== undefined;
  return (
    <article class="tool-card" data-state={step.id} aria-label={`Tool ${part.tool}`}>
      <button
        type="button"
        class="tool-card-head"
        aria-expanded={hasMore ? open : undefined}
        disabled={!hasMore}
        onClick={() => setOpened(!open)}
      >
        <Icon name="tool" size={16} />
        <span class="tool-card-name">
          <strong>{title}</strong>
          <span class="muted">{serverId ?? "the wiki itself"}</span>
        </span>
        <span class="tool-step">{step.label}</span>
        {hasMore && <Icon name="down" size={16} />}
      </button>
      {part.state === "running" && <ProgressBar progress={part.progress} />}
      {approval !== undefined && part.state === "approval" && (
        <ApprovalCard key={approval.approvalId} approval={approval} />
      )}
      {error !== undefined && part.state !== "cancelled" && <ErrorNote error={error} ofCall />}
      {open && hasMore && (
        <div class="tool-card-body">
          {part.state !== "approval" && <Arguments part={part} />}
          {result !== undefined && <ResultView result={result} />}
        </div>
      )}
      {diagrams.map((diagram) => (
        <LinkedDiagram key={diagram.href} diagram={diagram} />
      ))}
      {part.widget === true && <WidgetView callId={part.callId} serverId={serverId} title={title} />}
      <WidgetApprovals callId={part.callId} />
      <ToolCardLinks part={part} />
    </article>
  );
}

function Arguments({ part }: { readonly part: ToolPart }): JSX.Element | null {
  if (part.arguments === undefined)
    return part.argumentsText === undefined ? null : <pre class="code">{part.argumentsText}</pre>;
  if (Object.keys(part.arguments).length === 0) return <p class="muted">Called without arguments.</p>;
  return (
    <details class="meta" open={part.result === undefined}>
      <summary>Arguments</summary>
      <JsonText value={part.arguments} />
    </details>
  );
}
