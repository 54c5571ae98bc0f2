import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What the tools of a server saw of cancelled calls. */
export interface ServerLog {
  cancelled: number;
}

/** A server made with version 2 of the official SDK: `add`, `count` (progress), `ask` (elicitation), `hang`. */
export function serverV2(log: ServerLog): McpServer {
  const server = new McpServer({ name: "sdk-v2", version: "2.0.0" }, { instructions: "Be kind." });
  server.registerTool(
    "add",
    { inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerTool("count", { inputSchema: z.object({ to: z.number() }) }, async ({ to }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= to; progress++)
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: to },
      });
    return { content: [{ type: "text", text: "counted" }] };
  });
  server.registerTool("ask", { inputSchema: z.object({}) }, (_args, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "name");
    if (answer !== undefined) return { content: [{ type: "text", text: `Hello ${String(answer.name)}` }] };
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: "Who are you?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        }),
      },
    });
  });
  server.registerTool("hang", { inputSchema: z.object({}) }, (_args, { mcpReq }) => hang(mcpReq.signal, log));
  return server;
}

/** The same tools on a server made with version 1. */
export async function connectServerV1(transport: TransportV1, log: ServerLog): Promise<McpServerV1> {
  const server = new McpServerV1({ name: "sdk-v1", version: "1.0.0" }, { instructions: "Be kind." });
  server.registerTool(
    "add",
    { inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerTool(
    "count",
    { inputSchema: { to: z.number() } },
    async ({ to }, { _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken;
      for (let progress = 1; progressToken !== undefined && progress <= to; progress++)
        await sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress, total: to },
        });
      return { content: [{ type: "text", text: "counted" }] };
    },
  );
  server.registerTool("ask", {}, async () => {
    const { content } = await server.server.elicitInput({
      message: "Who are you?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
    return { content: [{ type: "text", text: `Hello ${String(content?.name)}` }] };
  });
  server.registerTool("hang", {}, ({ signal }) => hang(signal, log));
  await server.connect(transport);
  return server;
}

/** Never ends before its caller gives up. */
function hang(signal: AbortSignal, log: ServerLog): Promise<{ content: [] }> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      log.cancelled++;
      resolve({ content: [] });
    });
  });
}
