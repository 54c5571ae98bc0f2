import { encodeHeaderValue, isJsonObject, type JsonObject } from "@x/mcp-core";
import type { HeaderAnnotation } from "./header-annotations.ts";

/**
 * The `Mcp-Param-*` headers of a call (MCP 2026-07-28 streamable-http, "Custom Headers from Tool Parameters"); an
 * absent or null value has none. `undefined` where there is no header at all.
 */
export function paramHeaders(
  annotations: readonly HeaderAnnotation[],
  args: JsonObject,
): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const { path, header } of annotations) {
    const text = toText(valueAt(args, path));
    if (text !== undefined) headers[`Mcp-Param-${header}`] = encodeHeaderValue(text);
  }
  return Object.keys(headers).length === 0 ? undefined : headers;
}

function valueAt(args: JsonObject, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  // Beyond the safe range the text would not be the number that the body holds.
  if (
    typeof value === "number" &&
    (Number.isSafeInteger(value) || (!Number.isInteger(value) && Number.isFinite(value)))
  )
    return String(value);
  return undefined;
}
