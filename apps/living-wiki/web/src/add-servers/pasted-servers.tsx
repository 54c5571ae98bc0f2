import type { JSX } from "preact";
import type { PastedServer } from "../../../src/contract/add-servers.ts";
import { transportText } from "../server/place-text.ts";
import { Icon } from "../shell/icon.tsx";

/** What was read from a pasted text. */
export function PastedServers({
  servers,
}: {
  readonly servers: readonly PastedServer[];
}): JSX.Element | null {
  if (servers.length === 0) return null;
  return (
    <ul class="pasted-servers" aria-label="What would be added">
      {servers.map(({ serverId, transport, about }) => (
        <li key={serverId}>
          <Icon name="servers" />
          <strong>{serverId}</strong>
          <span class="muted">
            {transportText(transport)} · {about}
          </span>
        </li>
      ))}
    </ul>
  );
}
