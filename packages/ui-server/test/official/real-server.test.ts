import { type McpTransportPool, readResource } from "@x/mcp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpViewCallHandler, type McpViewCallAuditEvent } from "../../src/index.ts";
import { frame, makeSandbox, viewOf } from "../fixtures/sandbox.ts";
import { callRequest, page } from "../fixtures/view-servers.ts";
import { openSystemMonitor } from "./system-monitor.ts";

describe("with a pool and an official MCP App", () => {
  let pool: McpTransportPool;
  let uri: string;

  beforeAll(async () => {
    pool = openSystemMonitor();
    const tools = await pool.connect();
    const shown = tools.find(({ serverToolName }) => serverToolName === "get-system-info");
    uri = String(Object(shown?._meta?.ui).resourceUri);
  });

  afterAll(() => pool.stop());

  test("the handler serves what the server offers, with nothing but its theme added", async () => {
    const server = pool.server("monitor");
    if (server === undefined) throw new Error("The server is missing.");
    const handler = makeSandbox({
      resolveResource: (wanted, { signal }) => readResource(server, wanted, { signal }),
    });
    const view = await frame(
      handler,
      viewOf(await handler.mint({ uri, serverId: "monitor", theme: "dark" })),
    );
    expect(view.status).toBe(200);
    const body = await view.text();
    const [item] = await readResource(server, uri);
    const added = /<style>:root\[data-theme="dark"\].*?<\/style>/.exec(body)?.[0] ?? "nothing";
    expect(body.replace(added, "").replace(' data-theme="dark"', "")).toBe(item?.text);
  });

  test("a view calls the tool that is for it alone, and no tool that is not there", async () => {
    const events: McpViewCallAuditEvent[] = [];
    const handler = createMcpViewCallHandler({
      servers: (serverId) => pool.server(serverId),
      hostOrigins: [page],
      approve: ({ toolName }) => toolName === "poll-system-stats",
      onAudit: (event) => events.push(event),
    });
    const call = (toolName: string): Promise<Response> =>
      handler(callRequest({ toolName, args: {} }, { query: "?serverId=monitor" }));
    const polled = await call("poll-system-stats");
    expect(await polled.json()).toMatchObject({ ok: true, result: { structuredContent: expect.anything() } });
    expect((await call("get-system-info")).status).toBe(403);
    expect((await call("rm")).status).toBe(403);
    expect(events.map(({ status, refusal }) => refusal ?? status)).toEqual([200, "denied", "not_exposed"]);
  });
});
