// @ts-check
import { defineProject } from "vitest/config";

// Tests run on the sources of every workspace package, so no build is needed first.
const conditions = ["@x/source"];

export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A shell that execs the tests counts itself down to 0, and then a bash of a test would read ~/.bashrc.
    env: { SHLVL: "1" },
  },
});
