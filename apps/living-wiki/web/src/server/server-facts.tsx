import type { ComponentChildren, JSX } from "preact";
import type { ServerView } from "../../../src/contract/server-view.ts";
import { NextAttempt } from "./next-attempt.tsx";
import { placeText, transportText } from "./place-text.ts";
import { StateBadge } from "./state-badge.tsx";

/** Everything that is known of a server, as a list of names and values. */
export function ServerFacts({ server }: { readonly server: ServerView }): JSX.Element {
  const { info, endpoint, processes, nextAttemptAt, quarantined } = server;
  return (
    <dl class="facts-grid">
      <Fact name="State">
        <StateBadge state={server.state} />
        {nextAttemptAt !== undefined && server.state === "reconnecting" && <NextAttempt at={nextAttemptAt} />}
      </Fact>
      <Fact name="Protocol">
        {info === undefined ? "not known yet" : `${info.protocolVersion} (${info.era} era)`}
      </Fact>
      <Fact name="Transport">{transportText(server.transport)}</Fact>
      {endpoint !== undefined && (
        <Fact name="Endpoint">
          <code>{endpoint}</code>
        </Fact>
      )}
      <Fact name="Runs in">{placeText(server)}</Fact>
      {server.place !== undefined && (
        <Fact name="Process">{processes.length === 0 ? "none" : processes.join(", ")}</Fact>
      )}
      <Fact name="Restarts">{server.restarts}</Fact>
      <Fact name="Tools">
        {server.tools}
        {quarantined.length > 0 && `, ${quarantined.length} quarantined`}
      </Fact>
      <Fact name="Calls itself">{info === undefined ? "not known yet" : `${info.name} ${info.version}`}</Fact>
    </dl>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
