import type { UiJson, UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { emit } from "./emit.ts";
import type { Machine, PendingSize } from "./machine.ts";
import { nextTokenAtMs } from "./rate.ts";
import { noteRefusal, takeRate } from "./request-gate.ts";

/** `ui/notifications/size-changed`: of a flexible dimension, finite, within the limits, and not too often. */
export function onSizeChanged(machine: Machine, params: UiJsonObject): void {
  const { limits } = machine.settings;
  const given = machine.hostContext.containerDimensions;
  const room: UiJsonObject = isPlainObject(given) ? (given as UiJsonObject) : {};
  const width = dimension(params.width, room.width, room.maxWidth, limits.maxWidthPx);
  const height = dimension(params.height, room.height, room.maxHeight, limits.maxHeightPx);
  if (width === undefined && height === undefined) {
    noteRefusal(machine, "ui/notifications/size-changed", "invalid-params");
    return;
  }
  machine.pendingSize = {
    ...machine.pendingSize,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  flushSize(machine);
}

/** Passes the latest size on if the rate allows it. */
export function flushSize(machine: Machine): void {
  const size: PendingSize | undefined = machine.pendingSize;
  if (size === undefined || !takeRate(machine, "sizes")) return;
  machine.pendingSize = undefined;
  emit(machine, { type: "resize", ...size });
}

/** When a size that waits can be passed on. */
export function sizeDueAtMs(machine: Machine): number | undefined {
  const bucket = machine.buckets.get("sizes");
  if (machine.pendingSize === undefined || bucket === undefined) return undefined;
  return nextTokenAtMs(bucket, machine.settings.limits.sizes);
}

function dimension(
  asked: UiJson | undefined,
  fixed: UiJson | undefined,
  flexible: UiJson | undefined,
  limit: number,
): number | undefined {
  if (typeof asked !== "number" || asked < 0 || typeof fixed === "number") return undefined;
  return Math.min(asked, limit, typeof flexible === "number" ? flexible : limit);
}
