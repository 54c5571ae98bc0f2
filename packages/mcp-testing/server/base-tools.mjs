// The tools that every mode has unless it replaces them.

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const baseTools = {
  echo: {
    definition: {
      description: "Answers with its text.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      annotations: { readOnlyHint: true },
    },
    call: (server, request, { text }) => server.text(request, text),
  },
  add: {
    definition: {
      description: "Adds two numbers.",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
      outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
    },
    call: (server, request, { a, b }) =>
      server.respond(request, {
        content: [{ type: "text", text: String(a + b) }],
        structuredContent: { sum: a + b },
      }),
  },
  wait: {
    definition: {
      description: "Answers after a while, with four notices of progress. Can be cancelled.",
      inputSchema: { type: "object", properties: { ms: { type: "number" } }, required: ["ms"] },
    },
    call: wait,
  },
  fail: {
    definition: { description: "Answers with isError." },
    call: (server, request) =>
      server.respond(request, { isError: true, content: [{ type: "text", text: "It did not work." }] }),
  },
  reject: {
    definition: { description: "Answers with a JSON-RPC error." },
    call: (server, request) => server.fail(request, -32000, "Rejected"),
  },
  blocks: {
    definition: { description: "Answers with one content block of every kind, an MCP App among them." },
    call: (server, request) =>
      server.respond(request, {
        content: [
          { type: "text", text: "A text.", annotations: { audience: ["user"] } },
          { type: "image", data: png, mimeType: "image/png" },
          { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
          { type: "resource", resource: { uri: "test://note", mimeType: "text/plain", text: "A note." } },
          {
            type: "resource",
            resource: { uri: "test://bytes", mimeType: "application/octet-stream", blob: "AAEC" },
          },
          { type: "resource_link", uri: "test://note", name: "note", mimeType: "text/plain" },
          {
            type: "resource",
            resource: { uri: "ui://scripted/card", mimeType: "text/html", text: "<b>Card</b>" },
          },
        ],
        _meta: { "example.com/note": "kept" },
      }),
  },
};

function wait(server, request, { ms }) {
  const steps = 4;
  let done = 0;
  const step = () => {
    done += 1;
    server.progress(request, { progress: done, total: steps });
    if (done === steps) return server.text(request, `Waited ${ms} ms`);
    server.running.set(request.id, server.host.after(ms / steps, step));
  };
  server.running.set(request.id, server.host.after(ms / steps, step));
}
