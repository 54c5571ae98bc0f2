import { McpUiServerError, type McpUiServerErrorCode } from "./ui-server-error.ts";

/**
 * The origin that `value` names, in the form browsers send (`https://app.example`, no path, default port left out).
 * Wildcards, paths and other schemes are mistakes: an origin decides who may see a view.
 */
export function readOrigin(value: string, option: string, code: McpUiServerErrorCode = "config"): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url !== undefined && (url.protocol === "https:" || url.protocol === "http:");
  if (!plain || !/^https?:\/\/[^/?#@*\s;,'"]+\/?$/i.test(value))
    throw new McpUiServerError(
      code,
      option,
      'write an origin such as "https://app.example": scheme, host and port, without a path or wildcard.',
    );
  if (url.hostname.startsWith("["))
    throw new McpUiServerError(
      code,
      option,
      "a content security policy cannot name an IPv6 address; use a host name.",
    );
  return url.origin;
}

/** Host and port of an origin, as a `Host` header has them. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}
