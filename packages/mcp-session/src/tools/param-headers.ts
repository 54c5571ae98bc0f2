import { isJsonObject, type JsonObject } from "@x/mcp-core";
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
    if (text !== undefined) headers[`Mcp-Param-${header}`] = encode(text);
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

/** Plain where a header can hold it as it is, else base64 in the sentinel of the specification. */
function encode(text: string): string {
  const plain = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
  return plain && !looksEncoded ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
