import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** What can be chosen. */
export const themes = ["system", "light", "dark"] as const;
/** One of them. */
export type Theme = (typeof themes)[number];

/** The theme, as chosen and as shown. */
export interface ThemeStore {
  readonly chosen: ReadonlySignal<Theme>;
  readonly shown: ReadonlySignal<"light" | "dark">;
  choose(theme: Theme): void;
}

const key = "living-wiki.theme";

/** Makes the store; the choice is kept for later visits and applied before the first paint by `theme.js`. */
export function createThemeStore(): ThemeStore {
  const root = document.documentElement;
  const media = matchMedia("(prefers-color-scheme: dark)");
  const systemIsDark = signal(media.matches);
  media.addEventListener("change", () => {
    systemIsDark.value = media.matches;
  });
  const chosen = signal<Theme>(themes.find((theme) => theme === root.dataset.theme) ?? "system");
  const shown = computed(() => {
    if (chosen.value !== "system") return chosen.value;
    return systemIsDark.value ? "dark" : "light";
  });
  return {
    chosen,
    shown,
    choose(theme) {
      root.dataset.theme = theme;
      localStorage.setItem(key, theme);
      chosen.value = theme;
    },
  };
}
