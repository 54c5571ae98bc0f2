/**
 * A sandbox proxy as a stranger would write it by the specification: html by `sandbox-resource-ready` into `srcdoc`,
 * everything else relayed. With `?view=` it shows that address instead, with `?slow` it never gets ready.
 */
export function plainProxyPage(hostOrigin: string): string {
  return `<!doctype html><html><head><meta name="color-scheme" content="light dark">
<style>html,body,iframe{margin:0;padding:0;border:0;width:100%;height:100%;display:block;background:transparent}</style>
</head><body><script>
const host = ${JSON.stringify(hostOrigin)};
const query = new URLSearchParams(location.search);
const reserved = "ui/notifications/sandbox-";
let frame;
function show(set, sandbox) {
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox || "allow-scripts allow-forms");
  set(frame);
  document.body.append(frame);
}
addEventListener("message", (event) => {
  const { data } = event;
  if (event.source === parent && event.origin === host) {
    const theme = data?.params?.theme ?? data?.result?.hostContext?.theme;
    if (theme) document.documentElement.style.colorScheme = theme;
    if (data?.method === reserved + "resource-ready") show((made) => { made.srcdoc = data.params.html; }, data.params.sandbox);
    else frame?.contentWindow.postMessage(data, "*");
  } else if (frame && event.source === frame.contentWindow && !String(data?.method).startsWith(reserved)) {
    if (data.method !== "test/relay-progress") parent.postMessage(data, host);
    else parent.postMessage({ jsonrpc: "2.0", method: reserved + "progress", params: data.params ?? {} }, host);
  }
});
if (!query.has("slow")) parent.postMessage({ jsonrpc: "2.0", method: reserved + "proxy-ready", params: {} }, host);
if (query.has("view")) show((made) => { made.src = query.get("view"); });
</script></body></html>`;
}
