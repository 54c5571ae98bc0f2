import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { themes } from "./theme-store.ts";

/** Chooses between the system's theme, light and dark. */
export function ThemeSwitch(): JSX.Element {
  const { theme } = useStore();
  return (
    <select
      class="theme-switch"
      aria-label="Theme"
      value={theme.chosen.value}
      onChange={(event) => {
        const chosen = themes.find((name) => name === event.currentTarget.value);
        if (chosen !== undefined) theme.choose(chosen);
      }}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
