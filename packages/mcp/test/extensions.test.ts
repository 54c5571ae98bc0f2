import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpTransportPool, uiExtensionCapability } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** A server whose one tool says which extensions its client advertised. */
const answer = `(message, seen) => {
  if (message.method === "initialize") {
    seen.extensions = message.params.capabilities.extensions;
    const { protocolVersion } = message.params;
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } };
  }
  if (message.method !== "tools/list") return { error: { code: -32601, message: "unknown" } };
  const description = JSON.stringify(seen.extensions ?? null);
  return { result: { tools: [{ name: "seen", description, inputSchema: { type: "object" } }] } };
}`;
const program = `const answer = ${answer}; const seen = {};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  console.log(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer(message, seen) }));
});`;

const respond = new Function(`return ${answer}`)() as (message: unknown, seen: object) => object;
const http = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const message = body === "" ? {} : JSON.parse(body);
  if (message.id === undefined) {
    response.writeHead(request.method === "POST" ? 202 : 405).end();
    return;
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...respond(message, seenOverHttp) }));
});
const seenOverHttp = {};

beforeAll(() => new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

describe("protocol extensions", () => {
  it.each([
    [undefined, null],
    [uiExtensionCapability(), { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } }],
  ])("that the host names, %j, reach every server of a pool", async (extensions, expected) => {
    const { port } = http.address() as AddressInfo;
    await using pool = createMcpTransportPool(
      {
        servers: [
          { kind: "stdio", serverId: "process", command: process.execPath, args: ["-e", program] },
          { kind: "streamable-http", serverId: "http", url: `http://127.0.0.1:${port}/mcp` },
        ],
      },
      { sandbox: hostSandbox({ allowHostExecution: true }), extensions },
    );
    const tools = await pool.connect();
    expect(tools.map(({ serverId, description }) => [serverId, JSON.parse(description ?? "")])).toEqual([
      ["process", expected],
      ["http", expected],
    ]);
  });
});
