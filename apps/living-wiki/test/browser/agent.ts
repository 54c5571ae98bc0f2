import type { Locator, Page } from "playwright-core";

/** Says something to the agent. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole("textbox", { name: "Message to the agent" });
  await composer.fill(text);
  await composer.press("Enter");
}

/** The newest turn of the conversation. */
export function lastTurn(page: Page): Locator {
  return page.locator(".turn").last();
}

/** Says something and waits until its turn is over. */
export async function ask(page: Page, text: string): Promise<Locator> {
  const before = await page.locator(".turn").count();
  await say(page, text);
  const turn = page.locator(".turn").nth(before);
  await turn.and(page.locator(":not([data-state='running'])")).waitFor();
  return turn;
}

/** The question for permission that waits. */
export function approval(page: Page): Locator {
  return page.getByRole("region", { name: /^Permission for/ });
}

/** Waits until a turn is over. */
export async function ended(page: Page): Promise<Locator> {
  const turn = lastTurn(page);
  await turn.and(page.locator(":not([data-state='running'])")).waitFor();
  return turn;
}
