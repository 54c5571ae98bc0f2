import { isJsonObject } from "@x/mcp";
import { Hono } from "hono";
import { decodeDrawioLink } from "../diagram/drawio-link.ts";
import { badRequest } from "./refusals.ts";

/** Reading draw.io links. */
export function diagramRoutes(): Hono {
  return new Hono().post("/decode", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (!isJsonObject(body) || typeof body.href !== "string") return badRequest(c, "expected { href }.");
    return c.json(decodeDrawioLink(body.href));
  });
}
