import type { Locator } from "playwright-core";

/** Red, green, blue and opacity, 0 to 255 each. */
export type Pixel = readonly [number, number, number, number];

/** The pixel in the middle of what an element shows on the screen, whoever painted it. */
export async function middlePixel(locator: Locator): Promise<Pixel> {
  const page = locator.page();
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element is not on the screen.");
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const png = await page.screenshot({ clip: { ...at, width: 1, height: 1 } });
  return page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0);
    const [red = 0, green = 0, blue = 0, opacity = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return [red, green, blue, opacity] as const;
  }, png.toString("base64"));
}
