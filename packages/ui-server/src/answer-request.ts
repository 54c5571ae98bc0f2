import { checkFrame, checkPlace, checkViewPlace } from "./check-place.ts";
import { RefusalError } from "./refusal.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import { serveCanary } from "./serve-canary.ts";
import { type ProxyRequest, serveProxy } from "./serve-proxy.ts";
import { serveView } from "./serve-view.ts";
import { readToken } from "./token/read-token.ts";
import type { Answer, Visit } from "./visit.ts";

/** Finds out what is asked for, and serves it. Throws `RefusalError`. */
export async function answerRequest(settings: SandboxSettings, visit: Visit): Promise<Answer> {
  const { mode, signer, sandboxOrigin } = settings;
  const { method } = visit.request;
  const page = visit.url.pathname.split("/").at(-1);
  const isUnsigned = mode === "direct" && signer === undefined;
  if (page === "proxy" && mode !== "direct") visit.route = "proxy";
  else if (page === "canary" && mode === "direct" && sandboxOrigin !== undefined) visit.route = "canary";
  else if (isUnsigned || page === "view") visit.route = "view";
  checkPlace(settings, visit);
  if (method !== "GET" && method !== "HEAD") throw new RefusalError("method");
  if (visit.route === "canary") return serveCanary(settings);
  if (isUnsigned) return serveUnsigned(settings, visit);
  if (visit.route === "none" || (visit.route === "view" && mode === "proxy-html"))
    throw new RefusalError("not_found");
  checkFrame(settings, visit);
  if (visit.route === "proxy") return serveProxy(settings, visit, await readProxyRequest(settings, visit));
  const token = await readToken(settings, visit);
  if (mode === "dedicated") await checkViewPlace(settings, visit, token.server ?? "");
  return serveView(settings, visit, token);
}

/** `?uri=ui://…&theme=…`: what a handler without a secret serves. */
async function serveUnsigned(settings: SandboxSettings, visit: Visit): Promise<Answer> {
  const [uri, theme] = ["uri", "theme"].map((name) => visit.url.searchParams.get(name) ?? undefined);
  if (uri === undefined) throw new RefusalError("bad_uri");
  visit.uri = uri.slice(0, 2048);
  return serveView(settings, visit, { uri, ...(theme === undefined ? {} : { theme }) });
}

/** A proxy that waits for any document needs no signature: it shows nothing of ours, under the strictest policy. */
async function readProxyRequest(settings: SandboxSettings, visit: Visit): Promise<ProxyRequest> {
  const { mode, hostOrigins } = settings;
  const query = visit.url.searchParams;
  if (mode !== "proxy-html" || query.has("sig")) return readToken(settings, visit);
  const [host, ...others] = query.getAll("host");
  if (host === undefined || others.length > 0) throw new RefusalError("bad_request");
  if (!hostOrigins.has(host)) throw new RefusalError("host_not_allowed");
  visit.host = host;
  return { host };
}
