import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type UserConfig } from "vite";

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The page: plain files that the app serves. Everything inline would be refused by its own CSP. */
const config: UserConfig = defineConfig({
  root: folder("web"),
  resolve: { conditions: ["@x/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: folder("dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

export default config;
