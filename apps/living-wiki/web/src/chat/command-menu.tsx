import type { JSX } from "preact";
import type { PlannerCommand } from "./matching-commands.ts";

/** The commands that fit what is typed. The field below has the focus and the keys. */
export function CommandMenu({
  commands,
  current,
  take,
}: {
  readonly commands: readonly PlannerCommand[];
  readonly current: number;
  take(index: number): void;
}): JSX.Element {
  return (
    <div id="commands" class="command-menu" role="listbox" aria-label="Commands">
      {commands.map(({ name, usage, about }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field below has the focus and the keys
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field below names it
        <div
          key={name}
          id={`command-${index}`}
          role="option"
          aria-selected={index === current}
          onClick={() => take(index)}
        >
          <code>{usage}</code>
          <span class="muted">{about}</span>
        </div>
      ))}
    </div>
  );
}
