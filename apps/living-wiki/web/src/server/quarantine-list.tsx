import type { JSX } from "preact";
import type { QuarantinedToolView } from "../../../src/contract/server-view.ts";

/** Tools that were left out, each with its reason. One bad tool costs one tool. */
export function QuarantineList({ tools }: { readonly tools: readonly QuarantinedToolView[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>Quarantined tools</h2>
      <p class="muted">They cannot be called as they are; the others of this server work all the same.</p>
      <ul class="quarantine">
        {tools.map(({ name, reason, detail }, index) => (
          <li key={index}>
            <strong>{name ?? "a tool without a name"}</strong>
            <span class="chip chip-warning">{reason}</span>
            <span>{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
