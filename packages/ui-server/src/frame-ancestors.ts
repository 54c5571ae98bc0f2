import type { SandboxSettings } from "./sandbox-settings.ts";

/**
 * Who may frame a page: all origins of `hostOrigins`, and around a view the proxy as well. A handler that knows no
 * origins serves the page of its own origin.
 */
export function frameAncestors(
  { hostOrigins, sandboxOrigin, mode }: Pick<SandboxSettings, "hostOrigins" | "sandboxOrigin" | "mode">,
  page: "proxy" | "view",
): readonly string[] {
  if (hostOrigins.size === 0) return ["'self'"];
  const proxy = page === "view" && mode !== "direct" && sandboxOrigin !== undefined ? [sandboxOrigin] : [];
  return [...hostOrigins, ...proxy];
}
