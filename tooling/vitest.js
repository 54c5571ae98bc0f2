// @ts-check
import { defineProject } from "vitest/config";

// Tests run on the sources of every workspace package, so no build is needed first.
const conditions = ["@x/source"];

export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
});
