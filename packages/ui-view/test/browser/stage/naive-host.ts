import { listen } from "./listen.ts";

/** What the naive host gives to whoever sits in its frame and says that it is ready. */
export const result = "the-result-of-the-tool";

/** Where the naive host finds the view, and what holds it. */
export interface NaivePage {
  /** Addresses of the frames, each with a view of its own. */
  readonly frames: readonly string[];
  /** Sandbox tokens of the frames; absent for none at all. */
  readonly sandbox?: string;
  /** The host page's own policy. */
  readonly policy?: string;
  /** The document for proxies that want to be brought it. */
  readonly html?: string;
}

/** A host without any guard of its own, so that what it does not lose was kept by whatever is in its frame. */
export interface NaiveHost extends AsyncDisposable {
  readonly origin: string;
  /** Address of a page that shows a view. */
  page(page: NaivePage): string;
  /** Serves a document on the host's own origin, as careless hosts do. */
  serve(path: `/${string}`, html: string): void;
}

/**
 * It shows a view in a frame, believes every message of that frame's window whatever its origin, and gives the tool's
 * result to whoever says to be ready. Without sandbox and policy, on its own origin, it is the control of the corpus:
 * what a probe cannot do there it could do nowhere, so that its zero elsewhere would mean nothing.
 */
export async function startNaiveHost(): Promise<NaiveHost> {
  const pages: NaivePage[] = [];
  const views = new Map<string, string>();
  const web = await listen("127.0.0.1", (request, response) => {
    const [path = ""] = (request.url ?? "/").split("?");
    const page = path.startsWith("/page/") ? pages[Number(path.slice("/page/".length))] : undefined;
    const [type, body] = path.endsWith("/worker.js")
      ? ["text/javascript", `fetch(new URL(location).searchParams.get("fetch"))`]
      : ["text/html", page === undefined ? (views.get(path) ?? "") : hostPage(page)];
    response.writeHead(200, {
      "content-type": type,
      "set-cookie": "of-the-host=1",
      ...(page?.policy !== undefined && { "content-security-policy": page.policy }),
    });
    response.end(body);
  });
  return {
    origin: `http://localhost:${web.port}`,
    page: (page) => `http://localhost:${web.port}/page/${pages.push(page) - 1}`,
    serve: (path, html) => views.set(path, html),
    [Symbol.asyncDispose]: web[Symbol.asyncDispose],
  };
}

function hostPage({ frames, sandbox, html }: NaivePage): string {
  const tokens = sandbox === undefined ? "" : ` sandbox="${sandbox}"`;
  return `<!doctype html><title>naive host</title>
<script>
  localStorage.setItem("of-the-host", "a secret");
  globalThis.heard = [];
  const html = ${JSON.stringify(html ?? "").replaceAll("</", "<\\/")};
  addEventListener("message", ({ data, source }) => {
    heard.push(data.method);
    const answer = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
    if (data.method === "ui/notifications/sandbox-proxy-ready" && html)
      answer({ method: "ui/notifications/sandbox-resource-ready", params: { html } });
    if (data.method === "ui/initialize") answer({ id: data.id, result: {} });
    if (data.method === "ui/notifications/initialized")
      answer({ method: "ui/notifications/tool-result", params: { content: [{ type: "text", text: "${result}" }] } });
  });
</script>
<iframe name="sibling" srcdoc="a sibling"></iframe>
${frames.map((url) => `<iframe class="view"${tokens} src="${url.replaceAll("&", "&amp;")}"></iframe>`).join("")}`;
}
