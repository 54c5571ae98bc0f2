import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "tooling"],
    reporters: process.env.CI ? ["default", "./tooling/count-reporter.js"] : ["default"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**"],
      reporter: ["text", "json-summary"],
    },
  },
});
