import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ServerView } from "../../../src/contract/server-view.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { placeText, transportText } from "../server/place-text.ts";
import { StateBadge } from "../server/state-badge.tsx";
import { serverHref, toolHref } from "../shell/route.ts";

/** A server on the board; its tools are listed while it is the one that is looked at. */
export function ServerCard({
  server,
  tools,
  current,
}: {
  readonly server: ServerView;
  /** To be listed; empty for a card that is folded. */
  readonly tools: readonly ToolView[];
  /** The tool or server that the page shows. */
  readonly current: string | undefined;
}): JSX.Element {
  const { serverId, info, state, quarantined, restarts, lastError } = server;
  return (
    <li class="card" data-state={state} data-server={serverId}>
      <a
        class="card-head"
        href={serverHref(serverId)}
        aria-current={current === serverId ? "page" : undefined}
      >
        <span class="card-title">
          <strong>{serverId}</strong>
          <StateBadge state={state} />
        </span>
        <span class="card-meta">
          <span>{transportText(server.transport)}</span>
          {info !== undefined && (
            <span>
              {info.era} {info.protocolVersion}
            </span>
          )}
        </span>
        <span class="card-meta">
          <span>{server.tools === 1 ? "1 tool" : `${server.tools} tools`}</span>
          <span>{placeText(server)}</span>
          {restarts > 0 && <span>{restarts === 1 ? "1 restart" : `${restarts} restarts`}</span>}
          {quarantined.length > 0 && <span class="chip chip-warning">{quarantined.length} quarantined</span>}
        </span>
        {server.waitsFor === "host-consent" && <span class="card-wait">waits for your word</span>}
        {server.installing === true && <span class="card-wait">being installed …</span>}
        {lastError !== undefined && <span class="card-error">{lastError.message}</span>}
      </a>
      {tools.length > 0 && (
        <ul class="card-tools">
          {tools.map((tool) => (
            <li key={tool.name}>
              <ToolLink tool={tool} isCurrent={current === tool.name} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Comes into view when it is chosen elsewhere. */
function ToolLink({
  tool,
  isCurrent,
}: {
  readonly tool: ToolView;
  readonly isCurrent: boolean;
}): JSX.Element {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <a ref={link} href={toolHref(tool.name)} aria-current={isCurrent ? "page" : undefined}>
      {tool.serverToolName}
    </a>
  );
}
