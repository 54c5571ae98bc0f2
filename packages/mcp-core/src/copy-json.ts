import type { JsonObject } from "./json.ts";

/**
 * A copy of JSON data that its giver can no longer change: nested objects and lists are copied, everything else (text,
 * which cannot change, and what is no plain data) is taken as it is. A cycle ends where it closes.
 */
export function copyJson(value: JsonObject): JsonObject {
  return copy(value, []) as JsonObject;
}

function copy(value: unknown, within: unknown[]): unknown {
  if (typeof value !== "object" || value === null || within.includes(value)) return value;
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return value;
  within.push(value);
  let copied: unknown;
  if (isList) copied = value.map((item) => copy(item, within));
  else {
    const object: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const inner = copy((value as JsonObject)[key], within);
      // Assigning to this name would set the prototype.
      if (key === "__proto__") Object.defineProperty(object, key, { ...ownProperty, value: inner });
      else object[key] = inner;
    }
    copied = object;
  }
  within.pop();
  return copied;
}

const ownProperty = { configurable: true, enumerable: true, writable: true };

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
