import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { printSizes } from "./web/build/print-sizes.ts";

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The document that draws diagrams: its own files, so that the page never loads them and they never load the page's. */
const config: UserConfig = defineConfig({
  root: folder("web"),
  publicDir: false,
  plugins: [printSizes("diagrams")],
  build: {
    outDir: folder("dist/web"),
    emptyOutDir: false,
    assetsDir: "diagram/assets",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rollupOptions: { input: folder("web/diagram/frame.html") },
  },
});

export default config;
