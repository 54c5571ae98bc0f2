import { isJsonObject } from "@x/mcp";
import { type Context, Hono } from "hono";
import type { WikiListing, WikiPage, WikiSearchResult, WikiWrite } from "../contract/wiki.ts";
import { readDiagrams } from "../diagram/drawio-link.ts";
import { toErrorView } from "../live/error-view.ts";
import { WikiError } from "../wiki/wiki-error.ts";
import type { StoredPage, WikiPages } from "../wiki/wiki-pages.ts";
import { badRequest } from "./refusals.ts";

const statuses = {
  bad_path: 400,
  page_not_found: 404,
  page_changed: 409,
  page_too_large: 413,
  unreadable: 500,
} as const;

/** The pages: listed, read, written, taken away and searched. */
export function wikiRoutes(pages: WikiPages): Hono {
  /** With what is there now, where somebody else was faster. */
  const refuse = async (c: Context, error: unknown, path: string): Promise<Response> => {
    if (!(error instanceof WikiError)) throw error;
    const body = { error: toErrorView(error) };
    if (error.code !== "page_changed") return c.json(body, statuses[error.code]);
    const page = await pages.read(path).then(toWikiPage, () => null); // it may be gone
    return c.json({ ...body, page }, 409);
  };
  return new Hono()
    .get("/", (c) => c.json<WikiListing>({ folder: pages.folder, pages: pages.list() }))
    .get("/search", (c) => {
      const query = (c.req.query("q") ?? "").slice(0, 500);
      const limit = Math.min(Math.max(Number(c.req.query("limit") ?? 20) || 20, 1), 100);
      return c.json<WikiSearchResult>({ query, hits: pages.search(query, limit) });
    })
    .get("/page", async (c) => {
      const path = c.req.query("path") ?? "";
      try {
        return c.json(toWikiPage(await pages.read(path)));
      } catch (error) {
        return refuse(c, error, path);
      }
    })
    .put("/page", async (c) => {
      const write = readWrite(await c.req.json().catch(() => undefined));
      if (write === undefined)
        return badRequest(c, "expected { path, markdown, digest } with a digest or null.");
      try {
        return c.json(toWikiPage(await pages.write(write)));
      } catch (error) {
        return refuse(c, error, write.path);
      }
    })
    .delete("/page", async (c) => {
      const path = c.req.query("path") ?? "";
      try {
        await pages.remove(path, c.req.query("digest") ?? "");
        return c.body(null, 204);
      } catch (error) {
        return refuse(c, error, path);
      }
    });
}

function toWikiPage(page: StoredPage): WikiPage {
  const { path, title, markdown, digest, modifiedAt } = page;
  return { path, title, markdown, digest, modifiedAt, diagrams: readDiagrams(markdown) };
}

function readWrite(body: unknown): WikiWrite | undefined {
  if (!isJsonObject(body)) return undefined;
  const { path, markdown, digest } = body;
  const known = digest === null || typeof digest === "string";
  return typeof path === "string" && typeof markdown === "string" && known
    ? { path, markdown, digest }
    : undefined;
}
