// Opening a connection in either era, ping, and the modern `subscriptions/listen`.
import { isModern } from "./era.mjs";

const modernVersion = "2026-07-28";
const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: { listChanged: true },
  completions: {},
};

/** True where it has answered. */
export function handleLifecycle(server, request) {
  switch (request.method) {
    case "initialize":
      initialize(server, request);
      return true;
    case "server/discover":
      discover(server, request);
      return true;
    case "ping":
      if (isModern(request)) return false;
      server.respond(request, {});
      return true;
    case "subscriptions/listen":
      if (!isModern(request)) return false;
      listen(server, request);
      return true;
    default:
      return refusesVersion(server, request);
  }
}

function initialize(server, request) {
  const requested = request.params?.protocolVersion;
  if (server.era === "modern") return unsupported(server, request, requested);
  server.respond(request, {
    protocolVersion: legacyVersions.includes(requested) ? requested : legacyVersions[0],
    capabilities,
    serverInfo: { name: server.script.name ?? "scripted", version: "1.0.0" },
    ...(server.script.instructions === undefined ? {} : { instructions: server.script.instructions }),
  });
}

function discover(server, request) {
  if (server.era === "legacy") return server.fail(request, -32601, "Method not found");
  if (refusesVersion(server, request)) return;
  server.respond(request, {
    supportedVersions: [modernVersion],
    capabilities,
    ttlMs: 0,
    cacheScope: "private",
    ...(server.script.instructions === undefined ? {} : { instructions: server.script.instructions }),
  });
}

/** True where the request names a revision that this server does not speak. */
function refusesVersion(server, request) {
  const version = request.params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  if (version === undefined && server.era !== "modern") return false;
  if (version === modernVersion && server.era !== "legacy") return false;
  unsupported(server, request, version);
  return true;
}

function unsupported(server, request, requested) {
  const supported = server.era === "legacy" ? legacyVersions : [modernVersion];
  server.fail(request, -32022, "Unsupported protocol version", { supported, requested });
}

function listen(server, request) {
  server.listeners.set(request.id, request);
  server.notify("notifications/subscriptions/acknowledged", {
    notifications: request.params?.notifications ?? {},
    _meta: { "io.modelcontextprotocol/subscriptionId": request.id },
  });
}

/** Tells the client that a list changed: `tools`, `resources` or `prompts`, in the way of its era. */
export function announceChange(server, list) {
  const method = `notifications/${list}/list_changed`;
  if (server.listeners.size === 0) return server.notify(method);
  for (const id of server.listeners.keys())
    server.notify(method, { _meta: { "io.modelcontextprotocol/subscriptionId": id } });
}
