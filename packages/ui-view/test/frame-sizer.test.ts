import { describe, expect, test } from "vitest";
import { createFrameSizer } from "../src/frame-sizer.ts";

const bounds = { minHeight: 40, maxHeight: 2_000, minWidth: 100 };

/** A time later than the last, far enough from it that no limit of changes matters. */
function calmly() {
  let now = 0;
  return () => {
    now += 150;
    return now;
  };
}

describe("a frame's size", () => {
  test("follows the view", () => {
    const sizer = createFrameSizer(bounds);
    expect(sizer.report({ height: 300, width: 400 }, 0)).toEqual({
      kind: "apply",
      size: { height: 300, width: 400 },
    });
    expect(sizer.report({ height: 200.2 }, 200)).toEqual({ kind: "apply", size: { height: 201 } });
  });

  test.each([
    [{ height: 1e9 }, { height: 2_000 }],
    [{ height: Number.MAX_VALUE }, { height: 2_000 }],
    [{ height: 0 }, { height: 40 }],
    [{ width: 1 }, { width: 100 }],
  ])("is clamped: %j", (reported, size) => {
    expect(createFrameSizer(bounds).report(reported, 0)).toEqual({ kind: "apply", size });
  });

  test.each([
    [{ height: Number.NaN }],
    [{ height: Number.POSITIVE_INFINITY }],
    [{ height: -1 }],
    [{ height: "300" }],
    [{ width: null }],
    [{}],
    [null],
    [undefined],
    ["300"],
  ])("is not taken from %j", (reported) => {
    expect(createFrameSizer(bounds).report(reported, 0)).toEqual({ kind: "ignore", reason: "no-size" });
  });

  test("is not changed for four pixels, also when they add up against the last size that was given", () => {
    const sizer = createFrameSizer(bounds);
    sizer.report({ height: 300 }, 0);
    expect(sizer.report({ height: 304 }, 200)).toEqual({ kind: "ignore", reason: "echo" });
    expect(sizer.report({ height: 296 }, 400)).toEqual({ kind: "ignore", reason: "echo" });
    expect(sizer.report({ height: 305 }, 600)).toMatchObject({ kind: "apply" });
  });

  test("is not taken from a width that the frame has, or had a moment ago", () => {
    const sizer = createFrameSizer(bounds);
    sizer.frameIsWide(800);
    sizer.frameIsWide(500);
    sizer.frameIsWide(900);
    for (const width of [900, 500, 798])
      expect(sizer.report({ width }, 0)).toEqual({ kind: "ignore", reason: "echo" });
    expect(sizer.report({ width: 500, height: 90 }, 0)).toEqual({ kind: "apply", size: { height: 90 } });
    expect(sizer.report({ width: 320 }, 0)).toEqual({ kind: "apply", size: { width: 320 } });
  });

  test("changes ten times a second, and then takes the last that was asked for", () => {
    const sizer = createFrameSizer(bounds);
    for (let step = 0; step < 10; step++)
      expect(sizer.report({ height: step % 2 === 0 ? 100 : 200 }, step)).toMatchObject({ kind: "apply" });
    expect(sizer.report({ height: 300 }, 500)).toEqual({ kind: "wait", forMs: 500 });
    expect(sizer.report({ height: 310 }, 600)).toEqual({ kind: "wait", forMs: 400 });
    expect(sizer.settle(1_000)).toEqual({ kind: "apply", size: { height: 310 } });
    expect(sizer.settle(1_001)).toEqual({ kind: "ignore", reason: "echo" });
  });
});

describe("a view that chases its own size", () => {
  test.each([
    ["growing", 100, 16],
    ["shrinking", 1_900, -16],
  ])("is stopped after twenty steps of %s", (_, first, by) => {
    const sizer = createFrameSizer(bounds);
    const tick = calmly();
    sizer.report({ height: first - by }, tick());
    const decisions = Array.from({ length: 30 }, (__, step) =>
      sizer.report({ height: first + step * by }, tick()),
    );
    const fixed = decisions.findIndex(({ kind }) => kind === "fix");
    expect(fixed).toBeGreaterThan(17);
    expect(fixed).toBeLessThan(21);
    expect(decisions[fixed]).toEqual({ kind: "fix", height: first + (fixed - 1) * by });
    expect(decisions.slice(fixed + 1)).toSatisfy((rest: readonly { reason?: string }[]) =>
      rest.every(({ reason }) => reason === "fixed"),
    );
  });

  test("is stopped when it flutters without end", () => {
    const sizer = createFrameSizer(bounds);
    const tick = calmly();
    const kinds = Array.from(
      { length: 100 },
      (_, step) => sizer.report({ height: 100 + (step % 2) * 50 }, tick()).kind,
    );
    expect(kinds).toContain("fix");
  });

  test("is told from one that grows with what it was given, or now and then", () => {
    const fed = createFrameSizer(bounds);
    const tick = calmly();
    for (let step = 0; step < 100; step++) {
      fed.expectChange();
      expect(fed.report({ height: 100 + step * 10 }, tick())).toMatchObject({ kind: "apply" });
    }
    const slow = createFrameSizer(bounds);
    for (let step = 0; step < 100; step++)
      expect(slow.report({ height: 100 + step * 10 }, step * 3_000)).toMatchObject({ kind: "apply" });
  });

  test("may have a width anew where there is another room", () => {
    const sizer = createFrameSizer(bounds);
    sizer.report({ width: 320 }, 0);
    expect(sizer.report({ width: 320 }, 1)).toEqual({ kind: "ignore", reason: "echo" });
    sizer.roomChanged();
    expect(sizer.report({ width: 320 }, 2)).toEqual({ kind: "apply", size: { width: 320 } });
  });
});
