// One list with a tool of every kind that is broken, among good ones.

const good = (name) => ({ name, description: `The good tool ${name}.`, inputSchema: { type: "object" } });
const withOutput = (name, outputSchema) => ({ ...good(name), outputSchema });

/** Tools that must be left out, each with the reason. */
const unusable = [
  { description: "It has no name.", inputSchema: { type: "object" } }, // name
  { name: "", inputSchema: { type: "object" } }, // name
  { name: 7, inputSchema: { type: "object" } }, // name
  null, // name
  { name: "no-schema" }, // input-schema
  { name: "string-schema", inputSchema: { type: "string" } }, // input-schema
  { name: "null-schema", inputSchema: null }, // input-schema
  good("good-1"), // duplicate
];

/** Tools that stay callable, with a warning at most. */
const odd = [
  { ...good("odd-root-any-of"), inputSchema: { anyOf: [{ type: "object" }, { required: ["a"] }] } },
  withOutput("odd-output-type", { type: "no such type" }),
  withOutput("odd-output-untyped", { properties: { a: { type: "string" } } }),
  withOutput("odd-output-null", null),
  withOutput("odd-ref", { type: "object", properties: { a: { $ref: "#/$defs/nowhere" } } }),
  withOutput("odd-network-ref", { $ref: "https://schemas.invalid/thing.json" }),
  withOutput("odd-dialect", { $schema: "https://example.com/own-dialect", type: "object" }),
  withOutput("odd-keyword", { type: "object", "x-unknown": true }),
  withOutput("odd-pattern", { type: "object", properties: { a: { type: "string", pattern: "(?<=a)b" } } }),
  withOutput("odd-id-1", { $id: "https://example.com/same", type: "object" }),
  withOutput("odd-id-2", { $id: "https://example.com/same", type: "object", required: [] }),
  { ...good("odd-description"), description: null },
  { ...good("odd-title"), title: 5 },
  { ...good("odd-annotations"), annotations: "none" },
  { ...good("odd-icons"), icons: [{ src: "javascript:alert(1)" }, 5] },
  { ...good("odd-meta"), _meta: null },
];

export const badToolModes = {
  "bad-tools": {
    // Those with an output schema have to be structured.
    anyTool: (name) => ({
      content: [{ type: "text", text: name }],
      ...(name.startsWith("odd-") ? { structuredContent: {} } : {}),
    }),
    page: (server) => ({
      // No ttlMs and no cacheScope: a modern list should have them, and is worth no less without.
      tools: [good("good-1"), ...unusable, tooLarge(server), badHeader, ...odd, good("good-2")],
    }),
  },
};

const badHeader = {
  ...good("bad-header"),
  inputSchema: { type: "object", properties: { a: { type: "string", "x-mcp-header": "not a header name" } } },
};

function tooLarge(server) {
  return { ...good("too-large"), description: "x".repeat(server.script.bytes ?? 2 * 1024 * 1024) };
}
