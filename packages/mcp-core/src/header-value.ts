const prefix = "=?base64?";
const suffix = "?=";

/** Tab and the printable ASCII characters: what RFC 9110 5.5 lets pass unharmed. */
const plain = /^[\t\x20-\x7E]+$/;

/**
 * Writes a string as an HTTP field value (MCP basic/transports/streamable-http, 2026-07-28): plain ASCII stays as
 * it is; the empty string, outer white space, anything else, and what already looks so encoded, becomes
 * `=?base64?…?=` over its UTF-8 bytes. For `Mcp-Name` and `Mcp-Param-*`.
 */
export function encodeHeaderValue(value: string): string {
  const ambiguous = value.startsWith(prefix) && value.endsWith(suffix);
  if (plain.test(value) && value === value.trim() && !ambiguous) return value;
  return `${prefix}${Buffer.from(value, "utf8").toString("base64")}${suffix}`;
}
