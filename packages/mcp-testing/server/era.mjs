// Telling the two eras apart, request by request.

/** Whether a request speaks 2026-07-28: its `_meta` says so, every time. */
export function isModern(request) {
  return request.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
}

/** A result as the request's era wants it: modern ones say that they are complete, and who answers. */
export function forEra(server, request, result) {
  if (!isModern(request) || typeof result !== "object" || result === null) return result;
  const serverInfo = { name: server.script.name ?? "scripted", version: "1.0.0" };
  return {
    resultType: "complete",
    ...result,
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo, ...result._meta },
  };
}
