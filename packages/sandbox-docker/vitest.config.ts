import project from "@x/tooling/vitest";
import { mergeConfig } from "vitest/config";

// One engine and one image for the whole run: starting them takes longer than most tests.
export default mergeConfig(project, { test: { globalSetup: ["./test/engine/global-setup.ts"] } });
