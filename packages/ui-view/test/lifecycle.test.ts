import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe } from "vitest";
import { starting } from "./lifecycle/starting.ts";
import { openUiStage, type UiStage } from "./stage/ui-stage.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

// One file, so that there is one browser at a time.
describe.skipIf(!chromium)("<mcp-view> in a page", () => {
  let stage: UiStage;

  beforeAll(async () => {
    stage = await openUiStage();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  describe("starting", () => starting(() => stage));
});
