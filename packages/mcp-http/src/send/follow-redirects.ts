import type { HttpMiddleware, HttpRequest, HttpResponse } from "@x/mcp-core";
import { discardBody } from "./discard-body.ts";

/** More hops than this are a loop. */
const maxRedirects = 5;

/** RFC 9110 15.4: these keep the method and the body of a POST; the others would turn it into a GET. */
const keepsPost: ReadonlySet<number> = new Set([307, 308]);
const keepsOther: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/**
 * Follows redirects that stay on the origin. Any other is handed back as it came: what a request carries, its
 * credentials first of all, is meant for the origin that was declared.
 */
export const followRedirects: HttpMiddleware = (next) => async (request) => {
  let current = request;
  for (let hops = 0; ; hops++) {
    const response = await next(current);
    const target = hops < maxRedirects ? redirectTarget(current, response) : undefined;
    if (target === undefined) return response;
    await discardBody(response.body);
    current = { ...current, url: target };
  }
};

function redirectTarget(request: HttpRequest, { status, headers }: HttpResponse): URL | undefined {
  const followed = request.method === "POST" ? keepsPost : keepsOther;
  if (!followed.has(status) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, request.url.href)) return undefined;
  const target = new URL(headers.location, request.url);
  // A name and a password in a URL would be credentials that nobody declared.
  const plain = target.username === "" && target.password === "";
  return plain && target.origin === request.url.origin ? target : undefined;
}
