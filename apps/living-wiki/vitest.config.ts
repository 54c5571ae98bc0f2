import shared from "@x/tooling/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(shared, { test: { globalSetup: "./test/fixtures/build-page.ts" } });
