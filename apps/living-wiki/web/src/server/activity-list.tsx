import type { JSX } from "preact";
import type { Activity } from "../../../src/contract/page-event.ts";
import { clockTime } from "../shell/time-text.ts";

/** What happened, newest first. */
export function ActivityList({
  activity,
  withServer = false,
}: {
  readonly activity: readonly Activity[];
  /** Whose it was, where the list is of several servers. */
  readonly withServer?: boolean;
}): JSX.Element {
  if (activity.length === 0) return <p class="muted">Nothing happened yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="activity" tabIndex={0} aria-label="What happened">
      {activity.map(({ id, at, serverId, kind, text }) => (
        <li key={id} data-kind={kind}>
          <time>{clockTime(at)}</time>
          {withServer && <strong>{serverId}</strong>}
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
