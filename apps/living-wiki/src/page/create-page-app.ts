import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { PageEvent } from "../contract/page-event.ts";
import { toErrorView } from "../live/error-view.ts";
import type { LiveWiki } from "../live/live-wiki.ts";
import type { Wiki } from "../open-wiki.ts";
import type { MintUrl } from "../widgets/widgets.ts";
import { type AccessRules, requireOwnHost, requireToken } from "./access-guard.ts";
import { callRoutes } from "./call-routes.ts";
import { answerRoutes, chatRoutes } from "./chat-routes.ts";
import { diagramRoutes } from "./diagram-routes.ts";
import { eventStream } from "./event-stream.ts";
import type { PageFile } from "./page-files.ts";
import type { RefusalBody } from "./refusals.ts";
import { createRunningCalls } from "./running-calls.ts";
import { securityHeaders } from "./security-headers.ts";
import { serverChangeRoutes } from "./server-changes.ts";
import { serverRoutes } from "./server-routes.ts";
import { widgetRoutes } from "./widget-routes.ts";
import { wikiRoutes } from "./wiki-routes.ts";

/** What the page's server is made of. */
export interface PageAppOptions {
  readonly access: AccessRules;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly wiki: Wiki;
  readonly live: LiveWiki;
  /** Makes addresses on the sandbox origin. */
  readonly mint: MintUrl;
  /** The one other origin that the page may frame. */
  readonly sandboxOrigin: () => string;
  /** Ends the event streams. */
  readonly closing: AbortSignal;
}

const maxBodyBytes = 4 * 1024 * 1024;

/** The page's server as a function from request to response: the files for anybody here, the API with the token. */
export function createPageApp(options: PageAppOptions): Hono {
  const { access, files, wiki, live, mint, closing } = options;
  const { fleet, widgets } = wiki;
  const calls = createRunningCalls(fleet.pool, widgets);
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
    .route("/servers", serverRoutes(fleet, live.servers))
    .route("/", serverChangeRoutes(wiki, live))
    .route("/calls", callRoutes(calls, widgets))
    .route("/wiki", wikiRoutes(wiki.pages))
    .route("/chat", chatRoutes(wiki.chat))
    .route("/", answerRoutes(wiki.approvals, wiki.questions))
    .route("/widgets", widgetRoutes(widgets, mint))
    .route("/diagrams", diagramRoutes());

  const app = new Hono();
  app.use(securityHeaders(options.sandboxOrigin), requireOwnHost(access));
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
