// The client under test: `node client.mjs <server-url>`, driven by the referee's environment variables.
import { bindAuth } from "@x/auth";
import { createHttpTransport, undiciSend } from "@x/mcp-http";
import { authOf } from "./auth-of.mjs";
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

/** A person who agrees to everything: follows the login to its end and hands over where it led. */
const interaction = {
  async authorize({ url: login, signal }) {
    const answer = await fetch(login, { redirect: "manual", signal });
    return { kind: "callback", params: new URL(answer.headers.get("location")) };
  },
};

const auth = authOf(scenario, version, context);
await using oauth = undiciSend();
await using port = createHttpTransport(
  {
    kind: "streamable-http",
    serverId: "referee",
    url,
    ...(auth === undefined ? {} : { auth }),
    ...(process.env.X_CONFORMANCE_ERA === "auto" ? {} : { era: version < "2026" ? "legacy" : "modern" }),
  },
  { handlers, authorize: bindAuth({ send: () => oauth.send, interaction }) },
);
const tools = await port.connect();
await runSteps(scenario, port, tools, context);
