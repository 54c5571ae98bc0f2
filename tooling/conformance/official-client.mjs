// The control: the official client through the same steps, for telling a fault of ours from one of the referee.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { runSteps } from "./scenario-steps.mjs";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "initialize";
const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

const client = new Client(
  { name: "official", version: "1.0.0" },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } }, sampling: {}, roots: {} },
    versionNegotiation: { mode: version < "2026" ? "legacy" : "auto" },
  },
);
client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: {} }));
client.setRequestHandler("sampling/createMessage", async () => ({
  role: "assistant",
  model: "none",
  content: { type: "text", text: "sampled" },
}));
client.setRequestHandler("roots/list", async () => ({ roots: [] }));
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv.at(-1))));
const { tools } = await client.listTools();
const port = {
  // The official client refuses an answer without resultType; the referee is content with that.
  callTool: (name, args) =>
    client.callTool({ name, arguments: args }).catch((error) => console.error(`${name}: ${error.message}`)),
  request: async (method, params) => {
    switch (method) {
      case "resources/list":
        return client.listResources(params);
      case "resources/read":
        return client.readResource(params);
      case "prompts/list":
        return client.listPrompts(params);
      default:
        return client.getPrompt(params);
    }
  },
};
await runSteps(scenario, port, tools, context);
await client.close();
