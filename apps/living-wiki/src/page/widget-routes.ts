import { isJsonObject } from "@x/mcp";
import { Hono } from "hono";
import type { WidgetCall, WidgetContext } from "../contract/widget.ts";
import { toErrorView } from "../live/error-view.ts";
import type { MintUrl, Widgets } from "../widgets/widgets.ts";
import { badRequest, notFound } from "./refusals.ts";

const gone = "There is no such view.";

/** The views that servers bring, and what they ask for. */
export function widgetRoutes(widgets: Widgets, mint: MintUrl): Hono {
  return new Hono()
    .get("/:callId", async (c) => {
      const theme = c.req.query("theme");
      const { signal } = c.req.raw;
      // Only names of the page come this far.
      const hostOrigin = new URL(c.req.url).origin;
      try {
        const known = theme === "light" || theme === "dark" ? { theme } : {};
        const view = await widgets.view(c.req.param("callId"), mint, { ...known, hostOrigin, signal });
        return view === undefined ? notFound(c, gone) : c.json(view);
      } catch (error) {
        return c.json({ error: toErrorView(error) }, 502);
      }
    })
    .post("/:callId/calls", async (c) => {
      const call = readCall(await c.req.json().catch(() => undefined));
      if (call === undefined) return badRequest(c, "expected { callId, tool, arguments }.");
      const answer = await widgets.call(c.req.param("callId"), call, c.req.raw.signal);
      return answer === undefined ? notFound(c, gone) : c.json(answer);
    })
    .post("/:callId/read", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      if (!isJsonObject(body) || typeof body.uri !== "string") return badRequest(c, "expected { uri }.");
      const answer = await widgets.read(c.req.param("callId"), body.uri, c.req.raw.signal);
      return answer === undefined ? notFound(c, gone) : c.json(answer);
    })
    .put("/:callId/context", async (c) => {
      const context = readContext(await c.req.json().catch(() => undefined));
      if (context === undefined) return badRequest(c, "expected { content, structuredContent }.");
      return widgets.setContext(c.req.param("callId"), context) ? c.body(null, 204) : notFound(c, gone);
    });
}

function readCall(body: unknown): WidgetCall | undefined {
  if (!isJsonObject(body)) return undefined;
  const { callId, tool } = body;
  const named = typeof callId === "string" && /^[\w-]{1,64}$/.test(callId) && typeof tool === "string";
  return named && isJsonObject(body.arguments) ? { callId, tool, arguments: body.arguments } : undefined;
}

function readContext(body: unknown): WidgetContext | undefined {
  if (!isJsonObject(body)) return undefined;
  const { content, structuredContent } = body;
  if (content !== undefined && !(Array.isArray(content) && content.every(isJsonObject))) return undefined;
  if (structuredContent !== undefined && !isJsonObject(structuredContent)) return undefined;
  return {
    ...(content === undefined ? {} : { content }),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}
