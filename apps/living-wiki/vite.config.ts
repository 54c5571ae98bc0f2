import { fileURLToPath } from "node:url";
import { build, defaultClientConditions, defineConfig, type Plugin, type UserConfig } from "vite";
import { printSizes } from "./web/build/print-sizes.ts";

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds the document that draws diagrams after the page, into the same folder: whoever builds one has both. */
const diagramFrame: Plugin = {
  name: "diagram-frame",
  async closeBundle() {
    await build({ configFile: folder("vite.diagram.config.ts"), logLevel: "warn" });
  },
};

/** The page: plain files that the app serves. Everything inline would be refused by its own CSP. */
const config: UserConfig = defineConfig({
  root: folder("web"),
  // The workspace's packages as they are written, so that they need no build before this one.
  resolve: { conditions: ["@x/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [diagramFrame, printSizes("page")],
  build: {
    outDir: folder("dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The second build takes the time of this one's last hook, as it should.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});

export default config;
