import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "tooling/vitest.config.ts",
      "tooling/*/vitest.config.ts",
    ],
    reporters: ["default", "./tooling/count-reporter.js"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**"],
      reporter: ["text", "json-summary"],
    },
  },
});
