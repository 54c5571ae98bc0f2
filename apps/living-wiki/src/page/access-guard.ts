import { timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";

/** Who may talk to the page's server. */
export interface AccessRules {
  /** Of this run; whoever has the printed address has it. */
  readonly token: string;
  /** What a `Host` header may be, port included. */
  hosts(): readonly string[];
}

/**
 * Refuses whoever is not the page itself. A host name that is not ours is DNS rebinding; an origin that is not ours
 * is another site in the same browser.
 */
export function requireOwnHost({ hosts }: AccessRules): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host");
    if (host === undefined || !hosts().includes(host))
      return refuse(c, 421, "This address is not served here.");
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const foreign = origin !== undefined && origin !== `http://${host}`;
    if (foreign || site === "cross-site" || site === "same-site")
      return refuse(c, 403, "Other pages may not call this one.");
    return next();
  };
}

/** Refuses requests without this run's token, in `Authorization: Bearer …`. No cookie, so nothing to forge. */
export function requireToken({ token }: AccessRules): MiddlewareHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return async (c, next) => {
    const given = Buffer.from(c.req.header("authorization") ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return refuse(
        c,
        401,
        "The token is missing or of another run. Open the address that the terminal printed.",
      );
    return next();
  };
}

function refuse(c: Context, status: 401 | 403 | 421, message: string): Response {
  return c.json({ error: { name: "AccessError", code: "refused", message } }, status);
}
