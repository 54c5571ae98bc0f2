// node test/measure-start.mjs — says how long the built page takes from its address to its first wiki page, in
// Chromium with nothing cached. Part of the build; it prints and judges nothing.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findCommand } from "@x/tooling/real-parts";
import { chromium } from "playwright-core";

const runs = 5;

const executablePath = findCommand("chromium");
if (executablePath === undefined) console.log("page start: not measured, for there is no chromium here");
else
  console.log(
    await measure(executablePath).catch(
      // A figure is not worth a build: a browser that is there may still not start on this machine.
      (error) => `page start: not measured, for the browser failed: ${String(error).split("\n")[0]}`,
    ),
  );

/** @param {string} browserPath */
async function measure(browserPath) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-start-"));
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  try {
    const { wiki, served } = await serve(folder);
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await start(browser, served.url));
    await served[Symbol.asyncDispose]();
    await wiki[Symbol.asyncDispose]();
    const median = (/** @type {"paint" | "page"} */ name) =>
      times.map((time) => time[name]).toSorted((a, b) => a - b)[Math.floor(runs / 2)];
    return `page start, median of ${runs} in Chromium: first paint ${median("paint")} ms, first wiki page ${median("page")} ms`;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The app as it is built, with the wiki that it brings and no server. @param {string} folder */
async function serve(folder) {
  const built = (/** @type {string} */ name) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
  const { appFolders } = await built("app-folders");
  const { openWiki } = await built("open-wiki");
  const { startPage } = await built("page/start-page");
  const { findPlaces } = await built("places/places");
  const { hostPlace } = await built("places/host-place");
  const { plannerChatModel } = await built("planner/planner-model");
  const wiki = await openWiki({
    pagesFolder: appFolders.wiki,
    chatFile: path.join(folder, "chat.json"),
    places: await findPlaces({ places: [hostPlace()], wanted: "host" }),
    model: plannerChatModel(),
    withDefaults: false,
  });
  return { wiki, served: await startPage({ wiki, folder: appFolders.page, port: 0 }) };
}

/** @param {import("playwright-core").Browser} browser @param {string} url */
async function start(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(".wiki-page") === null) return;
      observer.disconnect();
      performance.mark("wiki-page");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  await page.locator(".wiki-page").waitFor();
  const times = await page.evaluate(() => ({
    paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
    page: Math.round(performance.getEntriesByName("wiki-page")[0]?.startTime ?? 0),
  }));
  await context.close();
  return times;
}
