import path from "node:path";
import { bundlePage } from "../../stage/bundle-page.ts";
import { type ServedOrigin, serveRequests } from "../../stage/serve-requests.ts";

/** What the application's own origin answers beside its page, by path. */
export type HostRoutes = Readonly<Record<string, (request: Request) => Promise<Response>>>;

const ownProgram = path.join(import.meta.dirname, "../page/host-program.ts");

/**
 * The origin of the application, on `http://localhost`. Its page has no `frame-src` of its own, so that what holds a
 * view is the sandbox; it has a cookie and something in its storage that a view must not see.
 *
 * @param program the module that the page runs
 */
export async function startHostOrigin(routes: HostRoutes, program = ownProgram): Promise<ServedOrigin> {
  const script = await bundlePage(program);
  return serveRequests("localhost", async (request) => {
    const { pathname } = new URL(request.url);
    if (Object.hasOwn(routes, pathname)) return routes[pathname]?.(request);
    if (pathname === "/host.js")
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    if (pathname !== "/") return undefined;
    return new Response(hostPage, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "script-src 'self'; object-src 'none'",
        "set-cookie": "of-the-host=1",
      },
    });
  });
}

const hostPage = `<!doctype html><html lang="en"><head><title>host</title><link rel="icon" href="data:,">
<script type="module" src="/host.js"></script></head><body><main><h1>host</h1></main></body></html>`;
