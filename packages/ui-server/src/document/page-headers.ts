/** What differs between the pages of this package. */
export interface PageHeaders {
  readonly csp: string;
  readonly permissionsPolicy: string;
  /** `same-origin` for what only our own proxy frames; `cross-origin` for what the app's page frames. */
  readonly resourcePolicy: "same-origin" | "cross-origin";
  /** Default `private, no-store`. */
  readonly cacheControl?: string;
}

/** The headers of every page: no cookie, no CORS, nothing told to others, nothing guessed. */
export function pageHeaders(page: PageHeaders): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": page.csp,
    "permissions-policy": page.permissionsPolicy,
    "cross-origin-resource-policy": page.resourcePolicy,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "cache-control": page.cacheControl ?? "private, no-store",
  };
}
