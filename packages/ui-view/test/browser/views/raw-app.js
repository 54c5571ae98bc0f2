// An MCP App in thirty lines, without any SDK: the base of the views of these tests.

globalThis.app = (() => {
  const received = [];
  const waiting = new Map();
  const answers = { ping: () => ({}), "ui/resource-teardown": () => ({}) };
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  addEventListener("message", async ({ data, source }) => {
    if (source !== parent) return;
    received.push(data);
    if (data.method === undefined) {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    } else if (data.id !== undefined) {
      const result = await answers[data.method]?.(data.params);
      if (result === undefined) send({ id: data.id, error: { code: -32601, message: "no such method" } });
      else send({ id: data.id, result });
    }
  });

  const notify = (method, params = {}) => send({ method, params });
  const request = (method, params = {}) => {
    const id = `view-${waiting.size}-${Math.random()}`;
    send({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const start = async (appCapabilities = {}) => {
    const appInfo = { name: "raw", version: "1.0.0" };
    const reply = await request("ui/initialize", { appInfo, appCapabilities, protocolVersion: "2026-01-26" });
    if (reply.result) notify("ui/notifications/initialized");
    return reply;
  };
  return { received, answers, send, notify, request, start };
})();
