import { expect, test } from "vitest";
import { measureBundle } from "./bundle-size.mjs";

test("importing has no effect, and registering needs a DOM but does not fail without one", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const { defineMcpView } = await import("@x/ui-view");
  await import("@x/ui-view/react");
  expect(() => defineMcpView()).not.toThrow();
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
  expect(added).toEqual([]);
});

test("the element stays small: what a page loads, and what of that is no rule of the session", async () => {
  const whole = await measureBundle();
  const own = await measureBundle(["@x/ui-resources"]);
  expect(own.code).toContain("@x/ui-resources");
  expect(own.minifiedBytes).toBeLessThan(23_000);
  expect(own.compressedBytes).toBeLessThan(9_500);
  expect(whole.minifiedBytes).toBeLessThan(66_000);
  expect(whole.compressedBytes).toBeLessThan(22_500);
});
