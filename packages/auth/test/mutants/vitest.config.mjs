import path from "node:path";
import { defineConfig } from "vitest/config";
import { mutants } from "./mutants.mjs";

const { file, edits } = mutants[Number(process.env.X_MUTANT)];
const target = path.resolve(import.meta.dirname, "../..", file);
const conditions = ["@x/source"];

/** Changes one module as it is loaded; nothing is written. */
const mutant = {
  name: "mutant",
  enforce: "pre",
  transform(code, id) {
    if (id !== target) return undefined;
    return edits.reduce((text, [guard, without]) => {
      if (!text.includes(guard)) throw new Error(`The guard is not there any more: ${guard}`);
      return text.replace(guard, without);
    }, code);
  },
};

// biome-ignore lint/style/noDefaultExport: vitest wants one.
export default defineConfig({
  plugins: [mutant],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000, env: { NO_COLOR: "1" } },
});
