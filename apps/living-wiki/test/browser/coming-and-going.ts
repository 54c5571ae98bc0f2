import { expect, test } from "vitest";
import { servePage } from "../fixtures/served-page.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { goTo, type Stage } from "./stage.ts";

/** The token, reloads, and an app that is stopped or started anew. */
export function comingAndGoing(stage: () => Stage): void {
  test("the token leaves the address bar, and a reload stays where it was", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(page.url()).toBe(`${stage().app.origin}/#/`);
    await goTo(page, "#/servers/memory");
    await page.reload();
    await page.getByRole("heading", { name: "memory", level: 1 }).waitFor();
  });

  test("without the token nothing is shown but how to get it", async () => {
    await using opened = await stage().open({}, stage().app.origin);
    await opened.page.getByText("Open the whole address").waitFor();
    expect(await opened.page.getByRole("navigation").count()).toBe(0);
  });

  test("a token of an earlier run is told as such, and the right address pasted over it works", async () => {
    await using opened = await stage().open({}, `${stage().app.origin}/#token=of-yesterday`);
    const { page } = opened;
    await page.getByText("belongs to an earlier run").waitFor();
    opened.forgive(/^Failed to load resource/); // the refusal
    await page.goto(stage().app.served.url);
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  });

  test("a page whose app has stopped says so, and keeps what it knew", async () => {
    const app = await servePage(testWiki({ servers: [scripted("plain", "normal")] }));
    await app.wiki.fleet.connect();
    await using opened = await stage().open({}, app.served.url);
    const { page } = opened;
    await goTo(page, "#/servers");
    await page.locator("[data-server='plain'][data-state='connected']").waitFor();
    await app[Symbol.asyncDispose]();
    await page.getByText("The app does not answer").waitFor();
    expect(await page.locator("[data-server='plain']").count()).toBe(1);
    opened.forgive(/^Failed to load resource/); // every attempt that fails
    await page.context().close();
  });

  test("an app without servers says so", async () => {
    await using app = await servePage(testWiki());
    await using opened = await stage().open({}, app.served.url);
    await goTo(opened.page, "#/servers");
    await opened.page.getByText("There are no servers.").waitFor();
  });
}
