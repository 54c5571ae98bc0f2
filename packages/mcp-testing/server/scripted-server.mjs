// The scripted server itself: it knows MCP in both eras and asks its host for everything else.
import { baseTools } from "./base-tools.mjs";
import { handleCatalog } from "./catalog.mjs";
import { forEra } from "./era.mjs";
import { handleLifecycle } from "./lifecycle.mjs";
import { modes } from "./modes/index.mjs";
import { createRequests } from "./requests.mjs";

/** The names of all modes. */
export const modeNames = Object.keys(modes);

/** @see scripted-server.d.mts */
export function createScriptedServer(script, host) {
  const modeName = script.mode ?? "normal";
  const mode = modes[modeName];
  if (mode === undefined) throw new Error(`There is no mode "${modeName}". Modes: ${modeNames.join(", ")}.`);
  const server = {
    host,
    mode,
    script,
    era: mode.era ?? script.era ?? "both",
    /** Tools by name: `{ definition?, call? }`. A mode's come beside the base tools, or replace them. */
    tools: { ...(mode.onlyOwnTools ? {} : baseTools), ...mode.tools },
    /** Open `subscriptions/listen` requests: id → request. */
    listeners: new Map(),
    running: new Map(),
    send: (message) => (mode.write ?? writeLine)(server, JSON.stringify({ jsonrpc: "2.0", ...message })),
    line: (text) => host.write(`${text}\n`),
    respond: (request, result) => settle(server, request, { result: forEra(server, request, result) }),
    fail: (request, code, message, data) =>
      settle(server, request, { error: { code, message, ...(data === undefined ? {} : { data }) } }),
    notify: (method, params) => server.send({ method, ...(params === undefined ? {} : { params }) }),
    progress(request, params) {
      const progressToken = request.params?._meta?.progressToken;
      if (progressToken !== undefined) server.notify("notifications/progress", { progressToken, ...params });
    },
    text: (request, text) => server.respond(request, { content: [{ type: "text", text }] }),
  };
  server.requests = createRequests(server);
  server.handle = (message) => handle(server, message);
  return {
    start() {
      host.journal({ event: "start" });
      if (script.refuseToEnd) host.refuseToEnd();
      mode.start?.(server);
    },
    receive: (line) => receive(server, line),
  };
}

function receive(server, line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    server.fail({ id: null }, -32700, "Parse error");
    return;
  }
  server.host.journal({ event: "receive", message });
  handle(server, message);
}

function handle(server, message) {
  if (message.method === undefined) return server.requests.settle(message);
  if (message.method === "notifications/cancelled") cancel(server, message);
  if (server.mode.message?.(server, message)) return;
  if (message.id === undefined) return;
  if (handleLifecycle(server, message) || handleCatalog(server, message)) return;
  server.fail(message, -32601, "Method not found");
}

/** MCP basic/utilities/cancellation: a cancelled request gets no answer. */
function cancel(server, { params }) {
  server.host.journal({ event: "cancel", requestId: params?.requestId });
  server.running.get(params?.requestId)?.();
  server.running.delete(params?.requestId);
  server.listeners.delete(params?.requestId);
}

function settle(server, request, outcome) {
  server.running.delete(request.id);
  const response = { id: request.id, ...outcome };
  if (!server.mode.answer?.(server, request, response)) server.send(response);
}

function writeLine(server, text) {
  server.line(text);
}
