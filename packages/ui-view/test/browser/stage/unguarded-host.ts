import { type Listening, listen } from "./listen.ts";

/** What the unguarded host gives to whoever sits in its frame and says that it is ready. */
export const result = "the-result-of-the-tool";

/**
 * The control: a host without any of our guards. It shows a view in a bare frame of its own origin, without a sandbox
 * and without a policy, and gives the tool's result to whatever page is in that frame. What the corpus cannot do here
 * it could do nowhere, so that a zero elsewhere would mean nothing.
 */
export function listenUnguarded(view: string): Promise<Listening> {
  const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
    "/": ["text/html", hostPage],
    "/view": ["text/html", view],
    "/worker.js": ["text/javascript", `fetch(new URL(location).searchParams.get("fetch"))`],
  };
  return listen("127.0.0.1", (request, response) => {
    const [type, body] = pages[new URL(request.url ?? "/", "http://host").pathname] ?? ["text/html", ""];
    response.writeHead(200, { "content-type": type, "set-cookie": "of-the-host=1" }).end(body);
  });
}

const hostPage = `<!doctype html><title>unguarded host</title>
<iframe name="sibling" srcdoc="a sibling"></iframe>
<iframe name="view" src="/view"></iframe>
<script>
  localStorage.setItem("of-the-host", "a secret");
  addEventListener("message", ({ data, source }) => {
    const answer = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
    if (data.method === "ui/initialize") answer({ id: data.id, result: {} });
    if (data.method === "ui/notifications/initialized")
      answer({ method: "ui/notifications/tool-result", params: { content: [{ type: "text", text: "${result}" }] } });
  });
</script>`;
