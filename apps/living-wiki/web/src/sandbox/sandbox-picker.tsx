import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { SandboxesView, SandboxId } from "../../../src/contract/sandbox-view.ts";

/** Where a server's program runs: every place, with why one cannot be chosen here. */
export function SandboxPicker({
  sandboxes,
  chosen,
  choose,
  disabled = false,
}: {
  readonly sandboxes: SandboxesView;
  /** Undefined: the wiki's own choice. */
  readonly chosen: SandboxId | undefined;
  choose(sandbox: SandboxId): void;
  readonly disabled?: boolean;
}): JSX.Element {
  const group = useId();
  const current = chosen ?? sandboxes.chosen;
  return (
    <fieldset class="sandbox-picker">
      <legend class="field-name">Where it runs</legend>
      {sandboxes.choices.map(({ id, label, isolation, available, reason, remedy }) => (
        <label key={id} class="sandbox-choice" data-available={available}>
          <input
            type="radio"
            name={group}
            value={id}
            checked={current === id}
            disabled={disabled || !available}
            onChange={() => choose(id)}
          />
          <span class="sandbox-label">
            <strong>{label}</strong>
            <span class={isolation === "none" ? "chip chip-warning" : "chip chip-good"}>
              isolation: {isolation}
            </span>
          </span>
          {(reason !== undefined || remedy !== undefined) && (
            <span class="sandbox-reason">
              {reason} {remedy}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
