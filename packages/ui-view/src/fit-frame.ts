import type { ViewContainerDimensions } from "@x/ui-resources";
import { createFrameSizer, type FrameSize, type SizeDecision } from "./frame-sizer.ts";
import type { ViewClock } from "./view-clock.ts";

/** What a fit depends on. */
export interface FrameFitInit {
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly clock: ViewClock;
  /** Whether the page gives the frame its size, now. */
  isFixed(): boolean;
  /** The frame was given another size. */
  changed(size: FrameSize): void;
  /** The view should know that it has another room. */
  roomChanged(): void;
}

/** Gives a frame the size that its view asks for. */
export interface FrameFit extends Disposable {
  /** The view asked for a size. */
  follow(size: unknown): void;
  /** New data went to the view. */
  expectChange(): void;
  /** The room that the view has (SEP-1865, Container Dimensions). */
  room(): ViewContainerDimensions;
}

const minWidth = 80;
const roomTolerance = 4;

/** Fits `frame`, which is alone in `node`; `node` is as wide as there is room. */
export function fitFrame(frame: HTMLIFrameElement, node: HTMLElement, init: FrameFitInit): FrameFit {
  const { minHeight, maxHeight, clock } = init;
  const sizer = createFrameSizer({ minHeight, maxHeight, minWidth });
  let fixedHeight: number | undefined;
  let cancelSettle = () => {};
  let roomWidth: number | undefined;

  function carryOut(decision: SizeDecision): void {
    cancelSettle();
    if (decision.kind === "wait")
      cancelSettle = clock.after(decision.forMs, () => carryOut(sizer.settle(clock.now())));
    else if (decision.kind === "fix") {
      fixedHeight = decision.height;
      init.roomChanged();
    } else if (decision.kind === "apply") {
      const { width, height } = decision.size;
      if (height !== undefined) frame.style.height = `${height}px`;
      if (width !== undefined) frame.style.maxWidth = `${width}px`;
      init.changed(decision.size);
    }
  }

  function observed(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, contentRect } of entries) {
      if (contentRect.width === 0) continue; // out of sight
      if (target === frame) sizer.frameIsWide(contentRect.width);
      else if (Math.abs(contentRect.width - (roomWidth ?? 0)) > roomTolerance) {
        const isFirst = roomWidth === undefined;
        roomWidth = contentRect.width;
        frame.style.maxWidth = "";
        sizer.roomChanged();
        if (!isFirst) init.roomChanged();
      }
    }
  }
  const Observer = node.ownerDocument.defaultView?.ResizeObserver;
  const observer = Observer === undefined ? undefined : new Observer(observed);
  observer?.observe(node);
  observer?.observe(frame);

  return {
    follow(size) {
      if (!init.isFixed()) carryOut(sizer.report(size, clock.now()));
    },
    expectChange: sizer.expectChange,
    room() {
      const { clientWidth, clientHeight } = node;
      if (init.isFixed()) return { width: clientWidth, height: clientHeight };
      const width = clientWidth > 0 && { maxWidth: clientWidth };
      return fixedHeight === undefined ? { maxHeight, ...width } : { height: fixedHeight, ...width };
    },
    [Symbol.dispose]() {
      observer?.disconnect();
      cancelSettle();
    },
  };
}
