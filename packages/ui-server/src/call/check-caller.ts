import { CallRefusalError } from "./call-refusal.ts";

/**
 * Lets only scripts of the app's own pages in. A browser sends `Origin` with every POST, and a page elsewhere cannot
 * send JSON without asking first, which is never granted: there is no CORS here.
 */
export function checkCaller({ method, headers }: Request, hostOrigins: ReadonlySet<string>): void {
  if (method !== "POST") throw new CallRefusalError("method");
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (origin === null || !hostOrigins.has(origin)) throw new CallRefusalError("foreign_origin");
  if (site !== null && site !== "same-origin" && site !== "same-site")
    throw new CallRefusalError("foreign_origin");
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json *(?:;|$)/i.test(type)) throw new CallRefusalError("media_type");
}
