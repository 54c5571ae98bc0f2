import { copyJson } from "../../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../../data/json.ts";
import { isPlainObject } from "../../data/plain-object.ts";

const optional = ["title", "websiteUrl", "description"] as const;

/** Name and version of a program with the fields that the protocol knows; what is missing reads `unknown`. */
export function cleanImplementation(value: unknown): UiJsonObject {
  const copied = copyJson(value, { maxBytes: 64 * 1024 });
  const source: Readonly<Record<string, unknown>> =
    copied.ok && isPlainObject(copied.value) ? copied.value : {};
  const clean: Record<string, UiJson> = {
    name: typeof source.name === "string" ? source.name : "unknown",
    version: typeof source.version === "string" ? source.version : "unknown",
  };
  for (const key of optional) {
    const text = source[key];
    if (typeof text === "string") clean[key] = text;
  }
  return Object.freeze(clean);
}

/** True for what `ui/initialize` must say about the app (SEP-1865: `appInfo` with name and version). */
export function isImplementation(value: unknown): value is UiJsonObject {
  return isPlainObject(value) && typeof value.name === "string" && typeof value.version === "string";
}
