import { createMcpSandboxHandler, type McpSandboxAuditEvent, toNodeListener } from "@x/ui-server";
import { listen } from "./listen.ts";

/** How a view is framed, and by which policy. `direct` counts on the host page's own `frame-src`. */
export type Layout = "proxy" | "proxy-html" | "direct" | "dedicated" | "proxy-compat" | "proxy-html-compat";

/** What `resources/read` answers for an address. */
export interface ServedView {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta?: unknown;
}

/** The origin that views are served on: our handler in every layout, on one port. */
export interface SandboxOrigin extends AsyncDisposable {
  readonly origin: string;
  readonly audit: readonly McpSandboxAuditEvent[];
  /** The cookies of every request, in order; a test may forget them. */
  readonly cookies: (string | undefined)[];
  /** Makes a view known under its address. */
  serve(view: ServedView): void;
  view(uri: string): ServedView;
  /** A signed address of that view for a page of `hostOrigin`. */
  mint(layout: Layout, uri: string, hostOrigin: string): Promise<string>;
}

const modes = {
  proxy: "proxy",
  "proxy-html": "proxy-html",
  direct: "direct",
  dedicated: "dedicated",
  "proxy-compat": "proxy",
  "proxy-html-compat": "proxy-html",
} as const satisfies Record<Layout, string>;

/**
 * Starts it on `http://127.0.0.1`, another site than `http://localhost`.
 *
 * @param allow origins on loopback that views may declare
 */
export async function startSandboxOrigin(
  hostOrigin: string,
  allow: readonly string[] = [],
): Promise<SandboxOrigin> {
  const views = new Map<string, ServedView>();
  const audit: McpSandboxAuditEvent[] = [];
  const cookies: (string | undefined)[] = [];
  const handlers = new Map<string, ReturnType<typeof createMcpSandboxHandler>>();

  const web = await listen("127.0.0.1", (incoming, outgoing) => {
    cookies.push(incoming.headers.cookie);
    const handler = handlers.get(incoming.url?.split(/[/?]/)[1] ?? "");
    if (handler === undefined) outgoing.writeHead(404).end();
    else void toNodeListener(handler)(incoming, outgoing);
  });
  const origin = `http://127.0.0.1:${web.port}`;
  for (const [layout, mode] of Object.entries(modes))
    handlers.set(
      layout,
      createMcpSandboxHandler({
        mode,
        ...(mode === "dedicated" && { viewOrigin: `http://{id}.views.localhost:${web.port}` }),
        profile: layout.endsWith("compat") ? "compat" : "strict",
        basePath: `/${layout}`,
        sandboxOrigin: origin,
        hostOrigins: [hostOrigin],
        secret: "a secret of the tests, long enough for a key",
        grants: ["camera"],
        allow,
        allowPrivate: true,
        resolveResource: (uri) => views.get(uri),
        onAudit: (event) => audit.push(event),
      }),
    );

  return {
    origin,
    audit,
    cookies,
    serve: (view) => views.set(view.uri, view),
    view(uri) {
      const view = views.get(uri);
      if (view === undefined) throw new Error(`There is no view ${uri}.`);
      return view;
    },
    async mint(layout, uri, host) {
      const handler = handlers.get(layout);
      if (handler === undefined) throw new Error(`There is no layout ${layout}.`);
      return String(await handler.mint({ uri, serverId: "test", hostOrigin: host }));
    },
    [Symbol.asyncDispose]: web[Symbol.asyncDispose],
  };
}
