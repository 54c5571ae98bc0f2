import { isJsonObject } from "@x/mcp";
import { Hono } from "hono";
import type { CallRequest } from "../contract/call.ts";
import type { Widgets } from "../widgets/widgets.ts";
import { badRequest, notFound } from "./refusals.ts";
import type { RunningCalls } from "./running-calls.ts";

/** Running a tool, and giving it up. */
export function callRoutes(calls: RunningCalls, widgets: Widgets): Hono {
  return new Hono()
    .post("/", async (c) => {
      const request = readCallRequest(await c.req.json().catch(() => undefined));
      if (request === undefined)
        return badRequest(c, "expected { callId, tool, arguments } with an object of arguments.");
      if (calls.has(request.callId)) return badRequest(c, "A call with this id is running.");
      // Who closes the page gives up its calls.
      return c.json(await calls.run(request, c.req.raw.signal));
    })
    .delete("/:callId", (c) => {
      const callId = c.req.param("callId");
      const known = calls.cancel(callId) || widgets.cancel(callId);
      return known ? c.body(null, 204) : notFound(c, "No such call is running.");
    });
}

function readCallRequest(body: unknown): CallRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { callId, tool, arguments: args } = body;
  const named = typeof callId === "string" && /^[\w-]{1,64}$/.test(callId) && typeof tool === "string";
  return named && isJsonObject(args) ? { callId, tool, arguments: args } : undefined;
}
