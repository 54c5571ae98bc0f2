import type { Context } from "hono";
import type { ErrorView } from "../contract/error-view.ts";

/** The body of every response that is no success. */
export interface RefusalBody {
  readonly error: ErrorView;
}

/** 400: the request itself is wrong. */
export function badRequest(c: Context, message: string): Response {
  return c.json<RefusalBody>({ error: { name: "RequestError", code: "bad_request", message } }, 400);
}

/** 404: there is no such thing. */
export function notFound(c: Context, message: string): Response {
  return c.json<RefusalBody>({ error: { name: "RequestError", code: "not_found", message } }, 404);
}
