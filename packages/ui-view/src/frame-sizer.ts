/** Widths and heights in CSS pixels; a missing one says nothing. */
export interface FrameSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** What to do about a size that a view asked for. */
export type SizeDecision =
  /** Give the frame this height, and at most this width. */
  | { readonly kind: "apply"; readonly size: FrameSize }
  /** Too many changes for now: ask `settle` again after this time. */
  | { readonly kind: "wait"; readonly forMs: number }
  /** The view chases its own size: this height stays, and the view must be told so. */
  | { readonly kind: "fix"; readonly height: number }
  | { readonly kind: "ignore"; readonly reason: "no-size" | "echo" | "fixed" };

/** Bounds of a frame, in CSS pixels. */
export interface FrameBounds {
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly minWidth: number;
}

/** Follows what a view says about its size, and nothing that would make it say it again. */
export interface FrameSizer {
  /** A `size-changed` of the view, unchecked. */
  report(size: unknown, nowMs: number): SizeDecision;
  /** What is to be done about the size that had to wait. */
  settle(nowMs: number): SizeDecision;
  /** The frame has this width now: a view that reports it only repeats what it was given. */
  frameIsWide(width: number): void;
  /** New data went to the view: growing because of it is no loop. */
  expectChange(): void;
  /** There is more or less room for the frame: whatever width it was given no longer counts. */
  roomChanged(): void;
}

const tolerance = 4;
const changesPerSecond = 10;
const loopSteps = 20;
const restlessSteps = 60;
const calmMs = 2_000;
const rememberedWidths = 16;

/** A sizer for one frame. */
export function createFrameSizer(bounds: FrameBounds): FrameSizer {
  let height: number | undefined;
  let width: number | undefined;
  let ownWidths: readonly number[] = [];
  let pending: FrameSize | undefined;
  let changes: readonly number[] = [];
  let fixed = false;
  const loop = createLoopDetector();

  function settle(nowMs: number): SizeDecision {
    const wanted = pending;
    if (wanted === undefined) return { kind: "ignore", reason: "echo" };
    const [first = 0] = changes;
    if (changes.length >= changesPerSecond && nowMs - first < 1_000)
      return { kind: "wait", forMs: first + 1_000 - nowMs };
    pending = undefined;
    const calm = nowMs - (changes.at(-1) ?? nowMs) >= calmMs;
    changes = [...changes, nowMs].slice(-changesPerSecond);
    if (wanted.height !== undefined && loop.sees(Math.sign(wanted.height - (height ?? 0)), calm)) {
      fixed = true;
      return { kind: "fix", height: height ?? wanted.height };
    }
    height = wanted.height ?? height;
    width = wanted.width ?? width;
    return { kind: "apply", size: wanted };
  }

  return {
    report(size, nowMs) {
      const wanted = changeOf(readSize(size, bounds), { width, height }, ownWidths);
      if (typeof wanted === "string") return { kind: "ignore", reason: wanted };
      if (fixed) return { kind: "ignore", reason: "fixed" };
      pending = { ...pending, ...wanted };
      return settle(nowMs);
    },
    settle,
    frameIsWide(own) {
      ownWidths = [...ownWidths, own].slice(-rememberedWidths);
    },
    expectChange: loop.forget,
    roomChanged() {
      width = undefined;
    },
  };
}

interface LoopDetector {
  /** Whether one more step in this direction (1 or -1) is one too many; `calm` when nothing moved for a while. */
  sees(direction: number, calm: boolean): boolean;
  forget(): void;
}

function createLoopDetector(): LoopDetector {
  let way = 0;
  let sameWay = 0;
  let restless = 0;
  return {
    sees(direction, calm) {
      sameWay = direction === way && !calm ? sameWay + 1 : 1;
      restless = calm ? 1 : restless + 1;
      way = direction;
      return sameWay > loopSteps || restless > restlessSteps;
    },
    forget() {
      sameWay = restless = 0;
    },
  };
}

/** What of a size is new, or why nothing is. */
function changeOf(
  size: FrameSize,
  now: FrameSize,
  ownWidths: readonly number[],
): FrameSize | "no-size" | "echo" {
  if (size.width === undefined && size.height === undefined) return "no-size";
  const isNear = (one: number, other?: number) => other !== undefined && Math.abs(one - other) <= tolerance;
  const echoed = (width: number) => isNear(width, now.width) || ownWidths.some((own) => isNear(width, own));
  const changed = {
    ...(size.height !== undefined && !isNear(size.height, now.height) && { height: size.height }),
    ...(size.width !== undefined && !echoed(size.width) && { width: size.width }),
  };
  return Object.keys(changed).length === 0 ? "echo" : changed;
}

function readSize(size: unknown, { minHeight, maxHeight, minWidth }: FrameBounds): FrameSize {
  const { width, height } = (size ?? {}) as { readonly [key in keyof FrameSize]?: unknown };
  return {
    ...(isLength(height) && { height: Math.min(Math.max(Math.ceil(height), minHeight), maxHeight) }),
    ...(isLength(width) && { width: Math.max(Math.ceil(width), minWidth) }),
  };
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
