import { copyJson } from "../../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../../data/json.ts";
import { isPlainObject, type PlainObject } from "../../data/plain-object.ts";
import { standardStyleVariables } from "../../data/standard-style-variables.ts";
import type { ViewDisplayMode } from "../host-context.ts";

type Clean = (value: UiJson) => UiJson | undefined;

const isText: Clean = (value) => (typeof value === "string" ? value : undefined);

/** How each field of the specification must look; a view of the official SDK drops the message for a bad one. */
const fields: Readonly<Record<string, Clean>> = {
  theme: oneOf("light", "dark"),
  styles: cleanStyles,
  displayMode: oneOf("inline", "fullscreen", "pip"),
  availableDisplayModes: (value) => (Array.isArray(value) ? value.filter(isDisplayMode) : undefined),
  containerDimensions: cleanDimensions,
  locale: isText,
  timeZone: isText,
  userAgent: isText,
  platform: oneOf("web", "desktop", "mobile"),
  deviceCapabilities: (value) => pick(value, ["touch", "hover"], (entry) => typeof entry === "boolean"),
  safeAreaInsets: cleanInsets,
};

/** A host context with what is malformed left out, and without `toolInfo`, which is the session's. */
export function cleanHostContext(context: unknown): UiJsonObject {
  const copied = copyJson(context ?? {}, { maxBytes: 1024 * 1024 });
  if (!copied.ok || !isPlainObject(copied.value)) return Object.freeze({});
  const clean: Record<string, UiJson> = {};
  for (const [key, value] of Object.entries(copied.value as UiJsonObject)) {
    if (key === "toolInfo" || key === "__proto__") continue;
    const rule = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const taken = rule === undefined ? value : rule(value);
    if (taken !== undefined) clean[key] = taken;
  }
  return Object.freeze(clean);
}

export function isDisplayMode(value: unknown): value is ViewDisplayMode {
  return value === "inline" || value === "fullscreen" || value === "pip";
}

function oneOf(...values: readonly string[]): Clean {
  return (value) => (typeof value === "string" && values.includes(value) ? value : undefined);
}

function pick(
  value: UiJson | undefined,
  keys: readonly string[],
  fits: (entry: UiJson, key: string) => boolean,
): UiJsonObject | undefined {
  if (!isPlainObject(value)) return undefined;
  const source = value as UiJsonObject;
  const clean: Record<string, UiJson> = {};
  for (const key of keys) {
    const entry = Object.hasOwn(source, key) ? source[key] : undefined;
    if (entry !== undefined && fits(entry, key)) clean[key] = entry;
  }
  return Object.freeze(clean);
}

function cleanStyles(value: UiJson): UiJsonObject | undefined {
  if (!isPlainObject(value)) return undefined;
  const { variables, css } = value as UiJsonObject;
  const names = pick(variables, standardStyleVariables, (entry) => typeof entry === "string");
  const blocks = pick(css, ["fonts"], (entry) => typeof entry === "string");
  return Object.freeze({
    ...(names === undefined ? {} : { variables: names }),
    ...(blocks === undefined ? {} : { css: blocks }),
  });
}

/** A fixed dimension excludes a flexible one in the same direction. */
function cleanDimensions(value: UiJson): UiJsonObject | undefined {
  const keys = ["height", "maxHeight", "width", "maxWidth"];
  const clean = pick(value, keys, (entry) => typeof entry === "number" && entry >= 0);
  if (clean === undefined) return undefined;
  const { height, maxHeight, width, maxWidth } = clean as PlainObject as Record<string, number | undefined>;
  const across = width === undefined ? (maxWidth === undefined ? {} : { maxWidth }) : { width };
  const down = height === undefined ? (maxHeight === undefined ? {} : { maxHeight }) : { height };
  return Object.freeze({ ...down, ...across });
}

function cleanInsets(value: UiJson): UiJsonObject | undefined {
  const clean = pick(value, ["top", "right", "bottom", "left"], (entry) => typeof entry === "number");
  return clean !== undefined && Object.keys(clean).length === 4 ? clean : undefined;
}
