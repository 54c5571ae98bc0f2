import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countProcesses } from "../src/servers/process-count.ts";
import { choosingPlaces } from "./browser/choosing-places.ts";
import { comingAndGoing } from "./browser/coming-and-going.ts";
import { journey } from "./browser/journey.ts";
import { openJourneyWiki } from "./browser/journey-wiki.ts";
import { lookingFinished } from "./browser/looking-finished.ts";
import { runningTools } from "./browser/running-tools.ts";
import { openBoard, openStage, type Stage } from "./browser/stage.ts";
import { talkingToTheAgent } from "./browser/talking-to-the-agent.ts";
import { watchingServers } from "./browser/watching-servers.ts";
import { writingPages } from "./browser/writing-pages.ts";
import { type PackageRegistry, serveInstalled } from "./fixtures/package-registry.ts";

const bwrap = await realCommand("bwrap", "apt-get install bubblewrap");
const chromium = await realCommand("chromium", "apt-get install chromium");

// One file, so that there is one browser at a time.
describe.skipIf(!chromium)("the page in a browser", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  describe("running tools", () => runningTools(() => stage));
  describe("watching servers", () => watchingServers(() => stage));
  describe("looking finished", () => lookingFinished(() => stage));
  describe("coming and going", () => comingAndGoing(() => stage));
  describe("writing pages", () => writingPages(() => stage));
  describe("talking to the agent", () => talkingToTheAgent(() => stage));
  describe("choosing places", () => choosingPlaces(() => stage));
});

describe.skipIf(!chromium || !bwrap)("the journey of a newcomer, with bubblewrap and no network", () => {
  let stage: Stage;
  let registry: PackageRegistry;

  beforeAll(async () => {
    registry = await serveInstalled("@drawio/mcp");
    stage = await openStage(openJourneyWiki(registry.url));
  });

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  journey(() => stage);
});

test.skipIf(!chromium)("a page that is stopped leaves no process and no open port", async () => {
  const stage = await openStage();
  const { servers } = stage.app.wiki.fleet;
  expect(countProcesses(servers).left).toBeGreaterThanOrEqual(4);
  await using opened = await openBoard(stage);
  await opened.page.locator("[data-server='memory'][data-state='connected']").waitFor();
  await opened.page.context().close();
  await stage[Symbol.asyncDispose]();
  expect(countProcesses(servers).left).toBe(0);
  await expect(fetch(stage.app.origin)).rejects.toThrow();
});
