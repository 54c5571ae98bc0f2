// An HTTP server that costs next to nothing, so that a bench measures its client. Modern era.
// Argument: json or sse, how it answers. Prints its port.
import { createServer } from "node:http";

const stream = process.argv[2] === "sse";
const tools = [
  {
    name: "echo",
    description: "Says what it is told.",
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
  },
];
const cached = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

function answer({ method, params = {} }) {
  switch (method) {
    case "server/discover":
      return { ...cached, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
    case "tools/list":
      return { ...cached, tools };
    case "tools/call":
      return {
        resultType: "complete",
        content: [{ type: "text", text: params.arguments?.text ?? "" }],
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "echo", version: "1.0.0" } },
      };
    default:
      return undefined;
  }
}

const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const message = JSON.parse(text);
    const result = answer(message);
    const body = result ? { result } : { error: { code: -32601, message: "Method not found" } };
    const json = JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body });
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.end(stream ? `event: message\ndata: ${json}\n\n` : json);
  });
});
// A busy machine must not find its kept connections gone.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
