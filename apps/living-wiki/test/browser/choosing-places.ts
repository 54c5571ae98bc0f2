import { expect, test } from "vitest";
import { hostPlace } from "../../src/places/host-place.ts";
import { findPlaces } from "../../src/places/places.ts";
import { servePage } from "../fixtures/served-page.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { goTo, type Stage } from "./stage.ts";

/** Where servers run, and who says so. */
export function choosingPlaces(stage: () => Stage): void {
  test("with no sandbox here nothing starts on the host before somebody says so by name", async () => {
    await using app = await servePage(
      testWiki({
        places: await findPlaces({ places: [hostPlace()] }),
        servers: [scripted("plain", "normal")],
      }),
    );
    app.wiki.fleet.connect().catch(() => undefined); // it waits for the word
    await using opened = await stage().open({}, app.served.url);
    const { page } = opened;
    const question = page.getByRole("region", { name: "May servers run on this host, as you?" });
    await question.getByText("plain").waitFor();
    await goTo(page, "#/servers");
    await page.locator("[data-server='plain']").getByText("waits for your word").waitFor();
    expect(app.wiki.fleet.servers.flatMap(({ watched }) => watched?.started ?? 0)).toEqual([0]);
    await question.getByRole("button", { name: "Run them on the host" }).click();
    await page.locator("[data-server='plain'][data-state='connected']").waitFor();
    expect(await question.count()).toBe(0);
  });

  test("each place says whether it can be chosen here, and why not", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/servers/memory");
    const places = page.getByRole("group", { name: "Where it runs" });
    expect(await places.getByRole("radio", { checked: true }).getAttribute("value")).toBe("host");
  });
}
