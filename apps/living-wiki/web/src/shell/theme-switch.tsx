import type { JSX } from "preact";
import { useState } from "preact/hooks";

const key = "living-wiki.theme";
const themes = ["system", "light", "dark"] as const;

/** Chooses between the system's theme, light and dark. */
export function ThemeSwitch(): JSX.Element {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "system");
  const choose = (chosen: string): void => {
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(key, chosen);
    setTheme(chosen);
  };
  return (
    <select
      class="theme-switch"
      aria-label="Theme"
      value={theme}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
