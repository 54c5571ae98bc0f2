import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { PageEvent } from "../contract/page-event.ts";
import { toErrorView } from "../live/error-view.ts";
import type { LiveServers } from "../live/live-servers.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { type AccessRules, requireOwnHost, requireToken } from "./access-guard.ts";
import { callRoutes } from "./call-routes.ts";
import { eventStream } from "./event-stream.ts";
import type { PageFile } from "./page-files.ts";
import type { RefusalBody } from "./refusals.ts";
import { createRunningCalls } from "./running-calls.ts";
import { securityHeaders } from "./security-headers.ts";
import { serverRoutes } from "./server-routes.ts";

/** What the page's server is made of. */
export interface PageAppOptions {
  readonly access: AccessRules;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly fleet: ServerFleet;
  readonly live: LiveServers;
  /** Ends the event streams. */
  readonly closing: AbortSignal;
}

const maxBodyBytes = 4 * 1024 * 1024;

/** The page's server as a function from request to response: the files for anybody here, the API with the token. */
export function createPageApp({ access, files, fleet, live, closing }: PageAppOptions): Hono {
  const calls = createRunningCalls(fleet.pool);
  const subscribe = (handler: (event: PageEvent) => void): (() => void) => {
    const offs = [live.on(handler), calls.onProgress(handler)];
    return () => {
      for (const off of offs) off();
    };
  };

  const api = new Hono()
    .use(requireToken(access), bodyLimit({ maxSize: maxBodyBytes }))
    .get("/state", (c) => c.json(live.state))
    .get("/events", () => eventStream(() => ({ type: "hello", state: live.state }), subscribe, closing))
    .route("/servers", serverRoutes(fleet, live))
    .route("/calls", callRoutes(calls));

  const app = new Hono();
  app.use(securityHeaders, requireOwnHost(access));
  app.route("/api", api);
  app.get("/*", (c) => {
    const file = files.get(c.req.path);
    if (file === undefined) return c.notFound();
    const cache = file.hashed ? "public, max-age=31536000, immutable" : "no-cache";
    return c.body(file.body, 200, { "content-type": file.type, "cache-control": cache });
  });
  app.onError((error, c) =>
    error instanceof HTTPException
      ? error.getResponse()
      : c.json<RefusalBody>({ error: toErrorView(error) }, 500),
  );
  return app;
}
