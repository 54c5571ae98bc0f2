import { randomBytes } from "node:crypto";
import type { McpTransportPool } from "@x/mcp";
import { createMcpSandboxHandler, type McpSandboxHandler } from "@x/ui-server";
import { Hono } from "hono";
import { readUi } from "../widgets/ui-documents.ts";
import { widgetThemes } from "../widgets/widget-themes.ts";
import type { MintUrl } from "../widgets/widgets.ts";
import type { PageFile } from "./page-files.ts";

/** What is served on the second origin: views of servers, and the frame that draws diagrams. */
export interface SandboxOrigin {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly mint: MintUrl;
}

/** What it is made of. */
export interface SandboxOriginOptions {
  readonly pool: McpTransportPool;
  /** Files below `/diagram/`, by request path. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The host name and port it is served on; anything else is a rebound name. */
  readonly host: string;
  /** Of the page, under each of its names. */
  readonly pageOrigins: readonly string[];
}

/**
 * Makes the second origin. Nothing on it knows the token of the page's API, and nothing of the page is served here.
 */
export function createSandboxOrigin(options: SandboxOriginOptions): SandboxOrigin {
  const { pool, files, host, pageOrigins } = options;
  const handler: McpSandboxHandler = createMcpSandboxHandler({
    sandboxOrigin: `http://${host}`,
    hostOrigins: pageOrigins,
    basePath: "/views",
    secret: randomBytes(32),
    themes: widgetThemes,
    defaultThemeName: "light",
    resolveResource: (uri, { serverId, signal }) =>
      serverId === undefined ? undefined : readUi(pool, serverId, uri, signal),
  });
  const app = new Hono();
  app.use(async (c, next) => (c.req.header("host") === host ? next() : c.body(null, 421)));
  app.get("/diagram/*", (c) => {
    const file = files.get(c.req.path);
    if (file === undefined) return c.body(null, 404);
    const cache = file.hashed ? "public, max-age=31536000, immutable" : "no-cache";
    return c.body(file.body, 200, {
      ...diagramHeaders(pageOrigins),
      "content-type": file.type,
      "cache-control": cache,
    });
  });
  app.all("/views/*", (c) => handler(c.req.raw));
  app.all("/*", (c) => c.body(null, 404));
  return {
    fetch: (request) => app.fetch(request),
    mint: (target) => handler.mint(target),
  };
}

/** The frame that draws diagrams has no origin, reaches nothing, and asks for its own scripts as a stranger. */
function diagramHeaders(pageOrigins: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${pageOrigins.join(" ")}`,
    "sandbox allow-scripts",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
