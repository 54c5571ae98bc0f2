import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "tooling/vitest.config.ts",
      "tooling/*/vitest.config.ts",
    ],
    // Most tests wait for processes, and one worker would leave half of a small machine idle.
    maxWorkers: 2,
    // A test's container engine takes a while to end on a busy machine, and must not be left behind.
    teardownTimeout: 120_000,
    reporters: ["default", "./tooling/count-reporter.js"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**"],
      reporter: ["text", "json-summary"],
    },
  },
});
