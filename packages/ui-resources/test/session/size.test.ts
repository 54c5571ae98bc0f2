import { describe, expect, it } from "vitest";
import { firstOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

function started(init: Parameters<typeof scriptedView>[0] = {}): ScriptedView {
  const view = scriptedView(init);
  view.start();
  return view;
}
const resize = (view: ScriptedView, params: unknown) =>
  view.notify("ui/notifications/size-changed", params).filter(({ type }) => type === "resize");

describe("the size that a view wants", () => {
  it.each([
    [
      { width: 300, height: 200 },
      { width: 300, height: 200 },
    ],
    [{ height: 0 }, { height: 0 }],
    [{ height: 200.5 }, { height: 200.5 }],
    [
      { height: 1e9, width: 1e300 },
      { height: 10_000, width: 10_000 },
    ],
    [{ height: 50, width: -1 }, { height: 50 }],
    [{ height: 50, width: "100%" }, { height: 50 }],
  ])("%j is %j", (params, size) => {
    expect(resize(started(), params)).toEqual([{ type: "resize", ...size }]);
  });

  it.each([
    {},
    { height: Number.NaN },
    { height: Number.POSITIVE_INFINITY },
    { height: -5 },
    { height: null },
    { height: [1], width: {} },
  ])("%j is none", (params) => {
    const view = started();
    expect(resize(view, params)).toEqual([]);
    expect(view.audits().at(-1)).toMatchObject({ rule: "invalid-params" });
  });

  it("is left out where the dimension is fixed, and held to the room there is", () => {
    const view = started({ hostContext: { containerDimensions: { width: 400, maxHeight: 600 } } });
    expect(resize(view, { width: 900, height: 900 })).toEqual([{ type: "resize", height: 600 }]);
    expect(resize(view, { width: 900 })).toEqual([]);
    view.event({ type: "host-context", context: { containerDimensions: { maxWidth: 500 } } });
    expect(resize(view, { width: 900, height: 900 })).toEqual([{ type: "resize", width: 500, height: 900 }]);
  });

  it("comes at most as often as the rate says, and the last one is not lost", () => {
    const view = started({ limits: { sizes: { burst: 2, perSecond: 1 } } });
    expect(resize(view, { height: 1 })).toHaveLength(1);
    expect(resize(view, { height: 2 })).toHaveLength(1);
    expect(resize(view, { height: 3, width: 7 })).toHaveLength(0);
    expect(resize(view, { height: 4 })).toHaveLength(0);
    expect(view.session.state.wakeAtMs).toBe(2_000);
    view.nowMs = 1_500;
    expect(firstOf(view.event({ type: "tick" }), "wake").atMs).toBe(2_000);
    view.nowMs = 2_000;
    expect(firstOf(view.event({ type: "tick" }), "resize")).toEqual({ type: "resize", height: 4, width: 7 });
    expect(view.session.state.wakeAtMs).toBeUndefined();
  });

  it("that waits is forgotten when the session ends", () => {
    const view = started({ limits: { sizes: { burst: 1, perSecond: 1 } } });
    resize(view, { height: 1 });
    resize(view, { height: 2 });
    view.event({ type: "lost", reason: "removed" });
    view.nowMs += 10_000;
    expect(view.event({ type: "tick" })).toEqual([]);
  });
});
