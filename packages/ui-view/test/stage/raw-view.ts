/**
 * A view that speaks the protocol by hand. `script` runs in a module and may use `request(method, params)`,
 * `notify(method, params)`, `heard` (all messages so far), `onMessage(run)`, and `start(capabilities)`, which makes the
 * handshake. Every document has an id of its own in `documentId`, so that a reload is seen.
 */
export function rawView(script: string, body = "<p id=text>a view</p>", style = ""): string {
  return `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body>${body}<script type="module">
const documentId = crypto.getRandomValues(new Uint32Array(2)).join("-");
const heard = [], listeners = [], waiting = new Map();
let count = 0;
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params = {}) => send({ method, params });
const request = (method, params = {}) => new Promise((resolve) => {
  const id = ++count;
  waiting.set(id, resolve);
  send({ id, method, params });
});
const onMessage = (run) => listeners.push(run);
addEventListener("message", ({ data }) => {
  if (data?.jsonrpc !== "2.0") return;
  heard.push(data);
  if (data.method === undefined && waiting.has(data.id)) {
    waiting.get(data.id)(data);
    waiting.delete(data.id);
  }
  for (const run of listeners) run(data);
});
const start = async (appCapabilities = {}) => {
  const answer = await request("ui/initialize", {
    appInfo: { name: "raw", version: "1" }, appCapabilities, protocolVersion: "2026-01-26",
  });
  notify("ui/notifications/initialized");
  return answer.result;
};
Object.assign(globalThis, { documentId, heard, notify, request, start, send, onMessage });
${script}
</script></body></html>`;
}
