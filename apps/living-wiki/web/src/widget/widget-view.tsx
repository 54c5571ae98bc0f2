import type { JSX } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { WidgetView as Widget } from "../../../src/contract/widget.ts";
import { toErrorView } from "../api/api-error.ts";
import { ErrorNote } from "../result/error-note.tsx";
import { Lazy } from "../shell/lazy.tsx";
import { useStore } from "../store/page-store.ts";

const loadBox = async () => (await import("./mcp-view-box.tsx")).McpViewBox;
const waiting = (
  <p class="widget-waiting muted" role="status">
    Opening the view …
  </p>
);

/** The UI that a server brought with a result, in a frame of its own. */
export function WidgetView({
  callId,
  serverId,
  title,
}: {
  readonly callId: string;
  readonly serverId: string | undefined;
  readonly title: string;
}): JSX.Element {
  const { widgets, servers } = useStore();
  const [widget, setWidget] = useState<Widget>();
  const [problem, setProblem] = useState<ErrorView>();

  const load = useCallback(async () => {
    setProblem(undefined);
    try {
      setWidget(await widgets.view(callId));
    } catch (error) {
      setProblem(toErrorView(error));
    }
  }, [callId]);
  useEffect(() => void load(), [load]);
  // A server that was away may be back now.
  const state = serverId === undefined ? undefined : servers.server(serverId)?.state;
  useEffect(() => {
    if (state === "connected" && problem !== undefined) void load();
  }, [state]);

  if (problem !== undefined)
    return (
      <div class="widget-problem">
        <ErrorNote error={problem} />
        <button type="button" class="button" onClick={load}>
          Open it again
        </button>
      </div>
    );
  return (
    <article class="widget" aria-label={`View of ${title}`}>
      {widget === undefined ? (
        waiting
      ) : (
        <>
          <Lazy load={loadBox} props={{ widget, title }} waiting={waiting} />
          {widget.refused.length > 0 && (
            <details class="meta widget-refused">
              <summary>What this view asked for and does not get</summary>
              <ul>
                {widget.refused.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </article>
  );
}
