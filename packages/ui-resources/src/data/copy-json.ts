import type { UiJson } from "./json.ts";
import { listLength } from "./list-items.ts";
import { utf8Length } from "./utf8-length.ts";

/** How large a value may be. */
export interface CopyJsonLimits {
  /** Text and punctuation in UTF-8, roughly the length of the JSON text. */
  readonly maxBytes: number;
  /** Default 256: deep enough for trees of a document or a program, and no danger to what recurses later. */
  readonly maxDepth?: number;
  /** Values of all kinds, since small ones cost more time than their bytes tell. Default 1,000,000. */
  readonly maxValues?: number;
}

/** A frozen copy, or why there is none. */
export type CopyJsonResult =
  | { readonly ok: true; readonly value: UiJson; readonly bytes: number }
  | { readonly ok: false; readonly code: "unreadable" | "malformed" | "too-large" };

interface Frame {
  readonly source: object;
  readonly target: Record<string, UiJson> | UiJson[];
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * Copies a value as JSON would write and read it, frozen through and through. Each property is read once, so that a
 * getter or a proxy cannot show one thing to a check and another to its use. Cycles, nesting without end and lists
 * that claim any length end at the limits; nothing recurses.
 */
export function copyJson(value: unknown, limits: CopyJsonLimits): CopyJsonResult {
  try {
    return copy(value, limits);
  } catch {
    // A getter or a proxy refused.
    return { ok: false, code: "unreadable" };
  }
}

function copy(root: unknown, limits: CopyJsonLimits): CopyJsonResult {
  const { maxBytes, maxDepth = 256, maxValues = 1_000_000 } = limits;
  const stack: Frame[] = [];
  let values = 0;
  let bytes = 0;
  let code: "malformed" | "too-large" | undefined;

  const scalar = (value: unknown): UiJson | undefined => {
    if (typeof value === "string") {
      bytes += 2 + utf8Length(value, maxBytes);
      return value;
    }
    bytes += 4;
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    return undefined;
  };
  const open = (source: object): UiJson => {
    const list = Array.isArray(source);
    // Listing the keys of megabytes is a way to stop a page, and JSON has no bytes.
    if (ArrayBuffer.isView(source)) {
      code = "malformed";
      return null;
    }
    const keys = list ? undefined : Object.keys(source);
    const length = keys === undefined ? listLength(source as readonly unknown[]) : keys.length;
    const target: Record<string, UiJson> | UiJson[] = list ? [] : {};
    bytes += 2;
    if (stack.length >= maxDepth) code = "too-large";
    else stack.push({ source, target, keys, length, next: 0 });
    return target;
  };
  const take = (value: unknown): UiJson | undefined => {
    values += 1;
    if (typeof value === "object" && value !== null) return open(value);
    const taken = scalar(value);
    if (taken === undefined && value !== undefined) code = "malformed";
    return taken;
  };

  const result = take(root);
  while (code === undefined && stack.length > 0) {
    const frame = stack[stack.length - 1] as Frame;
    if (bytes > maxBytes || values > maxValues) return { ok: false, code: "too-large" };
    if (frame.next >= frame.length) {
      Object.freeze(frame.target);
      stack.pop();
      continue;
    }
    const index = frame.next++;
    if (frame.keys === undefined) {
      bytes += 1;
      const item = take((frame.source as readonly unknown[])[index]);
      (frame.target as UiJson[]).push(item ?? null);
    } else {
      const key = frame.keys[index] as string;
      const item = take((frame.source as Readonly<Record<string, unknown>>)[key]);
      if (item === undefined) continue;
      bytes += 4 + utf8Length(key, maxBytes);
      define(frame.target as Record<string, UiJson>, key, item);
    }
  }
  if (code !== undefined) return { ok: false, code };
  if (bytes > maxBytes) return { ok: false, code: "too-large" };
  return result === undefined ? { ok: false, code: "malformed" } : { ok: true, value: result, bytes };
}

/** Plain assignment to `__proto__` would change what the copy inherits from. */
function define(target: Record<string, UiJson>, key: string, value: UiJson): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, writable: false, configurable: false });
  else target[key] = value;
}
