/**
 * The program of the proxy page, as text: it runs in a browser, and what is served is what is published. It knows its
 * host from `#config`, which the server wrote, and keeps no state but whether the view is alive.
 *
 * - From the host come messages of the parent window whose origin is the configured one; from the view, those of the
 *   frame's window with the origin that the frame must have. All others are ignored.
 * - JSON-RPC messages are passed on as plain JSON, except the reserved `ui/notifications/sandbox-…` (MCP Apps,
 *   "Sandbox proxy"), which neither side may send through.
 * - The page's color scheme is that of the theme which the host tells the view.
 * - A view's frame loads once. A second `load` means that another document took the view's place: the frame is removed
 *   and nothing is passed on any more.
 */
export const proxyScript = `(() => {
"use strict";
const config = JSON.parse(document.getElementById("config").textContent);
const reserved = "ui/notifications/sandbox-";
const host = window.parent;
if (host === window) return;
let frame;
let loads = 0;
let ended = false;
let budget = config.messageBurst;
let filledAt = performance.now();

const tell = (name, params) => host.postMessage({ jsonrpc: "2.0", method: reserved + name, params }, config.hostOrigin);
const report = (code, message, fatal) => tell("error", { code, message, fatal });

const end = (code, message) => {
  if (ended) return;
  ended = true;
  frame?.remove();
  report(code, message, true);
};

const isId = (id) => typeof id === "string" || (typeof id === "number" && Number.isFinite(id));

const isMessage = (data) => {
  if (typeof data !== "object" || data === null || data.jsonrpc !== "2.0") return false;
  if (Object.hasOwn(data, "method"))
    return typeof data.method === "string" && (!Object.hasOwn(data, "id") || isId(data.id));
  return Object.hasOwn(data, "result") !== Object.hasOwn(data, "error") && (isId(data.id) || data.id === null);
};

/** The message as plain JSON, or why it cannot be passed on. */
const read = (data) => {
  if (!isMessage(data)) return { refused: "it is no JSON-RPC 2.0 message" };
  if (typeof data.method === "string" && data.method.startsWith(reserved))
    return { refused: "its method is reserved for the proxy" };
  let text;
  try {
    text = JSON.stringify(data);
  } catch {
    return { refused: "it cannot be written as JSON" };
  }
  if (text.length > config.maxMessageLength) return { refused: "it is larger than the limit" };
  return { message: JSON.parse(text) };
};

const relay = (event, from, reply, send) => {
  const { refused, message } = read(event.data);
  if (refused === undefined) return send(message);
  const id = event.data?.id;
  if (typeof event.data?.method === "string" && isId(id))
    reply({ jsonrpc: "2.0", id, error: { code: -32600, message: "The proxy did not pass the request on: " + refused + "." } });
  report("message_refused", "A message of the " + from + " was not passed on: " + refused + ".", false);
};

const toHost = (message) => host.postMessage(message, config.hostOrigin);
const toView = (message) => frame?.contentWindow?.postMessage(message, config.viewOrigin === "null" ? "*" : config.viewOrigin);

/** A frame of another color scheme than the document in it is painted opaque: the theme holds here, too. */
const followTheme = ({ method, params, result }) => {
  const context = method === "ui/notifications/host-context-changed" ? params : result?.hostContext;
  const theme = context?.theme;
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
};

const mayPass = () => {
  const now = performance.now();
  budget = Math.min(config.messageBurst, budget + ((now - filledAt) / 1000) * config.messagesPerSecond);
  filledAt = now;
  return --budget >= 0;
};

const show = (fill) => {
  frame = document.createElement("iframe");
  frame.title = document.title;
  frame.setAttribute("sandbox", config.sandbox);
  frame.setAttribute("referrerpolicy", "no-referrer");
  if (config.allow !== "") frame.setAttribute("allow", config.allow);
  frame.addEventListener("load", () => {
    if (ended) return;
    loads += 1;
    if (loads > 1) end("navigated", "The view was replaced by another document, so its frame was removed.");
    else tell("progress", { phase: "view-loaded" });
  });
  fill(frame);
  tell("progress", { phase: "view-loading" });
  document.body.append(frame);
};

const onResource = (params) => {
  if (config.viewUrl !== undefined) return;
  if (frame !== undefined) return report("message_refused", "The proxy has a view already.", false);
  const html = params?.html;
  if (typeof html !== "string") return end("bad_resource", "sandbox-resource-ready brought no html.");
  if (html.length > config.maxDocumentLength) return end("too_large", "The document is longer than the limit.");
  show((element) => {
    element.srcdoc = html;
  });
};

window.addEventListener("message", (event) => {
  if (ended) return;
  if (event.source === host) {
    if (event.origin !== config.hostOrigin) return;
    if (event.data?.jsonrpc === "2.0" && event.data.method === reserved + "resource-ready")
      return onResource(event.data.params);
    return relay(event, "host", toHost, (message) => {
      followTheme(message);
      toView(message);
    });
  }
  if (frame === undefined || event.source !== frame.contentWindow || event.origin !== config.viewOrigin) return;
  if (!mayPass()) return end("flooded", "The view sent more messages than the limit, so its frame was removed.");
  relay(event, "view", toView, toHost);
});

tell("proxy-ready", {});
if (config.viewUrl !== undefined)
  show((element) => {
    element.src = config.viewUrl;
  });
})();`;
