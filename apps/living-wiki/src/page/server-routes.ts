import type { McpTool } from "@x/mcp";
import { Hono } from "hono";
import type { ToolView } from "../contract/tool-view.ts";
import { toErrorView } from "../live/error-view.ts";
import type { LiveServers } from "../live/live-servers.ts";
import type { FleetServer } from "../servers/fleet-server.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { notFound } from "./refusals.ts";

/** What can be read of a server, and done to it. */
export function serverRoutes(fleet: ServerFleet, live: LiveServers): Hono {
  return new Hono()
    .get("/:serverId/tools", (c) => {
      const server = fleet.get(c.req.param("serverId"));
      if (server === undefined) return notFound(c, "There is no such server.");
      return c.json({ tools: live.tools(server.serverId).map((tool) => toToolView(tool, server)) });
    })
    .post("/:serverId/kill", async (c) => {
      const serverId = c.req.param("serverId");
      if (fleet.get(serverId) === undefined) return notFound(c, "There is no such server.");
      return c.json({ killed: await fleet.kill(serverId) });
    })
    .post("/:serverId/reconnect", async (c) => {
      const serverId = c.req.param("serverId");
      if (fleet.get(serverId) === undefined) return notFound(c, "There is no such server.");
      try {
        await fleet.reconnect(serverId, { signal: c.req.raw.signal });
        return c.json({ server: live.server(serverId) });
      } catch (error) {
        return c.json({ server: live.server(serverId), error: toErrorView(error) }, 502);
      }
    });
}

function toToolView(tool: McpTool, { examples = {} }: FleetServer): ToolView {
  const { name, serverId, serverToolName, title, description, inputSchema, annotations } = tool;
  const example = Object.hasOwn(examples, serverToolName) ? examples[serverToolName] : undefined;
  return {
    name,
    serverId,
    serverToolName,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(example === undefined ? {} : { example }),
  };
}
