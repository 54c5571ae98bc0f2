// A stdio server that costs next to nothing, so that a bench measures its client. Speaks both eras.
// Arguments: [tools=3] [pageSize=0 (one page)].
const toolCount = Number(process.argv[2] ?? 3);
const pageSize = Number(process.argv[3] ?? 0);
const tools = Array.from({ length: toolCount }, (_, index) => ({
  name: index === 0 ? "echo" : index === 1 ? "blob" : `tool-${index}`,
  description: `Tool ${index} of a long list, with a description of ordinary length for a real tool.`,
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", description: "What to say." }, bytes: { type: "integer" } },
  },
}));
const blobs = new Map();

function answer({ method, params = {} }) {
  const modern = params._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
  const kind = modern ? { resultType: "complete" } : {};
  const cache = modern ? { ttlMs: 0, cacheScope: "private" } : {};
  switch (method) {
    case "server/discover":
      return { ...kind, ...cache, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "echo", version: "1.0.0" },
      };
    case "tools/list": {
      if (pageSize === 0) return { ...kind, ...cache, tools };
      const from = Number(params.cursor ?? 0);
      const next = from + pageSize < tools.length ? { nextCursor: String(from + pageSize) } : {};
      return { ...kind, ...cache, tools: tools.slice(from, from + pageSize), ...next };
    }
    case "tools/call": {
      const { text = "", bytes } = params.arguments ?? {};
      if (bytes !== undefined && !blobs.has(bytes)) blobs.set(bytes, "x".repeat(bytes));
      return { ...kind, content: [{ type: "text", text: bytes === undefined ? text : blobs.get(bytes) }] };
    }
    default:
      return undefined;
  }
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  let out = "";
  for (const line of lines) {
    if (line === "") continue;
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    const result = answer(message);
    const body = result ? { result } : { error: { code: -32601, message: "Method not found" } };
    out += `${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })}\n`;
  }
  if (out !== "") process.stdout.write(out);
});
process.stdin.on("end", () => process.exit(0));
