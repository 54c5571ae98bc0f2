import { createHarnessTools } from "@x/mcp";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, it } from "vitest";
import { npmFolder, npmSandbox } from "../fixtures/npm-folder.ts";

// `.tools({ … })` is `createHarnessTools({ … }, { sandbox })` here; the blocks are those of the design, quotes aside.
const script = {
  tools: [
    { name: "drawio.create", inputSchema: { type: "object", properties: { title: { type: "string" } } } },
  ],
  results: { "drawio.create": { content: [{ type: "text", text: "<mxfile/>" }] } },
};

it("both declarations of the design run as they are written, side by side", async () => {
  await using npm = await npmFolder("@drawio/mcp", script);
  await using remote = await startScriptedHttpServer({ script });
  const environment = { DRAWIO_MCP_URL: remote.url, DRAWIO_MCP_TOKEN: "token-1" };
  const sandbox = npmSandbox(npm);
  await using harness = createHarnessTools(
    {
      drawio_diagram: {
        kind: "mcp_stdio",
        description: "Create draw.io diagrams from structured architecture notes.",
        install: {
          command: "npm install @drawio/mcp",
          cwd: "/workspace",
          timeoutMs: 120_000,
        },
        command: "npx",
        args: ["@drawio/mcp"],
        tool: "drawio.create",
      },
      drawio_remote: {
        kind: "mcp_http",
        description: "Create draw.io diagrams through a remote MCP server.",
        url: environment.DRAWIO_MCP_URL,
        auth: { kind: "bearer", token: environment.DRAWIO_MCP_TOKEN },
        tool: "drawio.create",
      },
    },
    { sandbox },
  );
  expect(Object.keys(harness.tools)).toEqual(["drawio_diagram", "drawio_remote"]);
  expect(await harness.tools.drawio_diagram.execute({ title: "a" })).toBe("<mxfile/>");
  expect(await harness.tools.drawio_remote.execute({ title: "b" })).toBe("<mxfile/>");
  expect(remote.counters.requests[0]?.headers.authorization).toBe("Bearer token-1");
}, 60_000);
