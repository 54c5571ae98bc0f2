import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe } from "vitest";
import { asking } from "./lifecycle/asking.ts";
import { displayModes } from "./lifecycle/display-modes.ts";
import { leaving } from "./lifecycle/leaving.ts";
import { misuse } from "./lifecycle/misuse.ts";
import { moving } from "./lifecycle/moving.ts";
import { reaching } from "./lifecycle/reaching.ts";
import { sizing } from "./lifecycle/sizing.ts";
import { starting } from "./lifecycle/starting.ts";
import { theming } from "./lifecycle/theming.ts";
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
  describe("sizing", () => sizing(() => stage));
  describe("theming", () => theming(() => stage));
  describe("asking", () => asking(() => stage));
  describe("leaving", () => leaving(() => stage));
  describe("moving", () => moving(() => stage));
  describe("misuse", () => misuse(() => stage));
  describe("reaching", () => reaching(() => stage));
  describe("display modes", () => displayModes(() => stage));
});
