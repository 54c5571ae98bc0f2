import type { MiddlewareHandler } from "hono";

/**
 * What the page may do. No markup can come to life in it: scripts are its own files alone, and with Trusted Types
 * switched to none the browser itself refuses to make HTML of a text. It may frame one other origin, on which views of
 * servers are served.
 */
function contentSecurityPolicy(sandboxOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src data:",
    "connect-src 'self'",
    `frame-src ${sandboxOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const headers = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Puts these headers on every response, errors included. */
export function securityHeaders(sandboxOrigin: () => string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.header("content-security-policy", contentSecurityPolicy(sandboxOrigin()));
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };
}
