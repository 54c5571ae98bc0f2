import shared from "@x/tooling/vitest";
import { mergeConfig } from "vitest/config";

// A real browser: slow where other tests run beside it.
export default mergeConfig(shared, {
  test: { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } },
});
