import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { canary, lastWords } from "../fixtures/test-servers.ts";
import { goTo, openBoard, runTool, type Stage } from "./stage.ts";

/** The board: states as they change, and what is known of a server that does not work. */
export function watchingServers(stage: () => Stage): void {
  test("every server is on the board with its state, transport, era, place and tools", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    const card = page.locator("[data-server='everything-http']");
    await card.waitFor();
    const text = await card.textContent();
    for (const fact of [
      "connected",
      "Streamable HTTP",
      "legacy 2025-11-25",
      "host, isolation: none",
      "13 tools",
    ])
      expect(text).toContain(fact);
    expect(await page.locator(".top-bar").textContent()).toContain("isolation: none");
    expect(await page.locator(".board-head").textContent()).toContain("7 of 10 connected");
  });

  test.each([
    ["memory", "memory__read_graph"],
    ["everything-http", "everything-http__echo"],
  ])("%s is killed, is seen reconnecting and connected, and works again", async (serverId, tool) => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await runTool(page, tool);
    await page.getByText("Done", { exact: true }).waitFor();
    const states = await recordStates(page, serverId);
    await goTo(page, `#/servers/${serverId}`);
    const process = await processOf(page);
    await page.getByRole("button", { name: "Kill" }).click();
    await expect.poll(states).toEqual(["reconnecting", "connected"]);
    await expect.poll(() => processOf(page)).toMatch(/^\d+$/);
    expect(await processOf(page)).not.toBe(process);
    await page
      .getByText(/→ reconnecting/)
      .first()
      .waitFor();
    await runTool(page, tool);
    await expect.poll(() => page.getByText("Done", { exact: true }).count()).toBe(2);
  });

  test("a server can be reconnected by hand", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await goTo(page, "#/servers/memory");
    const states = await recordStates(page, "memory");
    await page.getByRole("button", { name: "Reconnect" }).click();
    await expect.poll(states).toEqual(["reconnecting", "connected"]);
  });

  test("a broken server says why, and costs no other", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await page.locator("[data-server='exits']").getByText("exited with code 3").waitFor();
    await page.locator("[data-server='exits'] a").first().click();
    const reason = await page.getByRole("alert").textContent();
    expect(reason).toContain("exited with code 3");
    expect(reason).toContain(lastWords);
    await goTo(page, "#/servers/misspelt");
    await page.getByRole("alert").getByText('Did you mean "command"?').waitFor();
    await goTo(page, "#/servers/nobody");
    await page.getByRole("alert").getByText("ECONNREFUSED").waitFor();
    expect(await page.getByRole("button", { name: "Kill" }).count()).toBe(0);
    expect(await page.content()).not.toContain(canary);
  });

  test("a quarantined tool is listed with its reason, and the others of its server work", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await page.locator("[data-server='odd']").getByText("1 quarantined").waitFor();
    await goTo(page, "#/servers/odd");
    const list = page.locator(".quarantine");
    expect(await list.textContent()).toMatch(
      /no-object\s*input-schema\s*its input schema is not of type object/,
    );
    await page.getByText("Its instructions to a model").click();
    await page.getByText("Be kind to it.").waitFor();
  });

  test("a tool is found by words of its description, over all servers", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await page.locator("[data-server='memory'][data-state='connected']").waitFor();
    await page.getByRole("searchbox", { name: "Find a tool" }).fill("knowledge graph search");
    await expect.poll(() => page.locator(".card").count()).toBe(1);
    await page.getByRole("link", { name: "search_nodes" }).click();
    await page.getByRole("heading", { name: "search_nodes" }).waitFor();
    await page.getByRole("searchbox", { name: "Find a tool" }).fill("nothing is called so");
    await page.getByText("No tool is called so.").waitFor();
  });
}

/** Notes each state that a server's card shows from now on. */
async function recordStates(page: Page, serverId: string): Promise<() => Promise<readonly string[]>> {
  const card = page.locator(`[data-server='${serverId}']`);
  await card.evaluate((element: HTMLElement) => {
    const states: string[] = [];
    Object.assign(globalThis, { states });
    new MutationObserver(() => states.push(element.dataset.state ?? "")).observe(element, {
      attributeFilter: ["data-state"],
    });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "states"));
}

function processOf(page: Page): Promise<string | null> {
  return page.locator("dl div", { hasText: "Process" }).locator("dd").textContent();
}
