// Answers that are no proper JSON-RPC, are not the right ones, or hold what nobody expects.

const none = { inputSchema: { type: "object" } };
const text = (value) => ({ content: [{ type: "text", text: value }] });
const complete = { resultType: "complete", ...text("malformed") };

/** Each is written as it stands, with the request's id put in. */
const malformed = {
  "meta-null": { jsonrpc: "2.0", result: { ...complete, _meta: null } },
  "result-null": { jsonrpc: "2.0", result: null },
  "result-array": { jsonrpc: "2.0", result: [] },
  "result-string": { jsonrpc: "2.0", result: "done" },
  "no-result": { jsonrpc: "2.0" },
  "no-jsonrpc": { result: complete },
  "wrong-jsonrpc": { jsonrpc: "1.0", result: complete },
  "extra-key": { jsonrpc: "2.0", result: complete, extra: true },
  "error-null": { jsonrpc: "2.0", result: complete, error: null },
  "error-and-result": { jsonrpc: "2.0", result: complete, error: { code: -32000, message: "Both" } },
  "error-without-message": { jsonrpc: "2.0", error: { code: -32000 } },
  "error-string-code": { jsonrpc: "2.0", error: { code: "E_FAIL", message: "Failed" } },
  "error-string": { jsonrpc: "2.0", error: "failed" },
};

/** Results of a proper answer that no schema of the protocol allows, or that are newer than it. */
const odd = {
  "unknown-block": { content: [{ type: "hologram", data: "1" }] },
  "invalid-base64": { content: [{ type: "image", data: "***", mimeType: "image/png" }] },
  "text-null": { content: [{ type: "text", text: null }] },
  "no-content": {},
  "content-string": { content: "a string" },
  "block-null": { content: [null] },
  "structured-array": { content: [], structuredContent: [1, 2] },
  "structured-only": { structuredContent: { a: 1 } },
  "task-result": { resultType: "task", task: { taskId: "task-1", status: "working" } },
  "unknown-result-type": { resultType: "telepathic", ...text("thought") },
  "unknown-fields": { ...text("kept"), extra: { a: 1 }, isError: "no" },
};

export const envelopeModes = {
  "malformed-envelopes": {
    tools: toolsOf(malformed, (server, { id }, envelope) => server.line(JSON.stringify({ id, ...envelope }))),
  },
  "odd-results": {
    tools: toolsOf(odd, (server, request, result) => server.respond(request, result)),
  },
  // Before each right answer come forged ones, whose ids only a loose comparison would accept.
  "wrong-ids": {
    answer(server, request, response) {
      for (const id of forgedIds(request.id)) server.send({ id, result: forged(request.method) });
      server.send({ result: forged(request.method) });
      server.send(response);
      return true;
    },
  },
  // Each answer comes twice, the second time with other content.
  "duplicate-answers": {
    answer(server, request, response) {
      server.send(response);
      server.send({ id: request.id, result: forged(request.method) });
      return true;
    },
  },
};

function toolsOf(record, write) {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    { definition: none, call: (server, request) => write(server, request, value) },
  ]);
  return Object.fromEntries(entries);
}

function forgedIds(id) {
  const forgeries = ["", " ", "0", "0x0", 0, -1, 1e99, null, true, [id], { id }, `${id}#`, ` ${id}`];
  // A client that numbers its requests may have just this id.
  return forgeries.filter((forgery) => forgery !== id);
}

function forged(method) {
  if (method === "tools/call") return { resultType: "complete", ...text("forged") };
  if (method === "tools/list") return { resultType: "complete", tools: [] };
  const info = { name: "forged", version: "6.6.6" };
  if (method === "initialize") return { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: info };
  return { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: {} };
}
