import type { McpSandboxThemes } from "@x/ui-server";

const shared = {
  "--font-sans": 'system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif',
  "--font-mono": "ui-monospace, Menlo, Consolas, monospace",
  "--border-radius-sm": "6px",
  "--border-radius-md": "10px",
} as const;

/** The page's colors in the words that views know, so that their first paint fits. */
export const widgetThemes: McpSandboxThemes = {
  light: {
    ...shared,
    "color-scheme": "light",
    "--color-background-primary": "#ffffff",
    "--color-background-secondary": "#f3f0e8",
    "--color-text-primary": "#1f1d18",
    "--color-text-secondary": "#625d50",
    "--color-border-primary": "#e2ddd0",
    "--color-border-secondary": "#8d8676",
    "--color-ring-primary": "#1b6a4f",
  },
  dark: {
    ...shared,
    "color-scheme": "dark",
    "--color-background-primary": "#1b1f23",
    "--color-background-secondary": "#101316",
    "--color-text-primary": "#e9e6df",
    "--color-text-secondary": "#a3aab1",
    "--color-border-primary": "#2d3339",
    "--color-border-secondary": "#6f7a84",
    "--color-ring-primary": "#6fcfa6",
  },
};
