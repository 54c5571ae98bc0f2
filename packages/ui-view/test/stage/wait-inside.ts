import type { Frame } from "playwright-core";

const deadlineMs = 30_000;

/**
 * Waits for an expression to be true in a frame. Playwright's own wait evaluates it by `eval` in the frame, which the
 * policy of a view forbids as soon as the first look was too early.
 */
export async function waitInside(frame: Frame, expression: string): Promise<void> {
  for (const end = Date.now() + deadlineMs; Date.now() < end; ) {
    if (await frame.evaluate(expression)) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`It did not come true within ${deadlineMs} ms: ${expression}`);
}
