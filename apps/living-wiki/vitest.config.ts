import shared from "@x/tooling/vitest";
import { mergeConfig } from "vitest/config";

// Real servers and a real browser: slow where other tests run beside them.
export default mergeConfig(shared, {
  test: {
    globalSetup: "./test/fixtures/build-page.ts",
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
