// The client under test: `node client.mjs <server-url>`, driven by the referee's environment variables.
import { createHttpTransport } from "@x/mcp-http";
import { sampleArguments } from "./sample-arguments.mjs";
import { runSteps } from "./scenario-steps.mjs";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "initialize";
const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const url = process.argv.at(-1);

const handlers = {
  // Fields with a default are left out on purpose: filling them in is the client's duty (SEP-1034).
  elicit: async (request) => ({ action: "accept", content: withoutDefaults(request.requestedSchema ?? {}) }),
  sample: async () => ({
    role: "assistant",
    model: "none",
    stopReason: "endTurn",
    content: { type: "text", text: "sampled" },
  }),
  roots: async () => [{ uri: "file:///workspace", name: "workspace" }],
};

function withoutDefaults(schema) {
  const content = sampleArguments(schema);
  return Object.fromEntries(
    Object.entries(content).filter(([key]) => schema.properties?.[key]?.default === undefined),
  );
}

await using port = createHttpTransport(
  {
    kind: "streamable-http",
    serverId: "referee",
    url,
    ...(process.env.X_CONFORMANCE_ERA === "auto" ? {} : { era: version < "2026" ? "legacy" : "modern" }),
  },
  { handlers },
);
const tools = await port.connect();
await runSteps(scenario, port, tools, context);
