import { hostOf } from "./origin.ts";
import { RefusalError } from "./refusal.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import type { Visit } from "./visit.ts";

/**
 * Refuses to serve on a wrong origin: on that of a page a view could read that page's cookies and storage, and under
 * a name that somebody else made up nothing is served at all. Hosts are compared, without the scheme: whatever ends
 * TLS in front of this handler changes it.
 */
export function checkPlace(settings: SandboxSettings, visit: Visit): void {
  const { mode, hostOrigins, sandboxOrigin, viewOrigin } = settings;
  const { host } = visit.url;
  if ([...hostOrigins].some((origin) => hostOf(origin) === host)) throw new RefusalError("misdirected");
  const isViewPlace = mode === "dedicated" && viewOrigin?.matches(host) === true;
  const isViewRequest = mode === "dedicated" && visit.route === "view";
  if (isViewRequest !== isViewPlace) throw new RefusalError("misdirected");
  if (isViewPlace || sandboxOrigin === undefined) return;
  if (hostOf(sandboxOrigin) !== host) throw new RefusalError("misdirected");
}

/** In mode `dedicated`: a view is served on the origin of its own server only. */
export async function checkViewPlace(
  { viewOrigin }: SandboxSettings,
  visit: Visit,
  serverId: string,
): Promise<void> {
  const own = await viewOrigin?.of(serverId);
  if (own !== undefined && hostOf(own) !== visit.url.host) throw new RefusalError("misdirected");
}

/** Refuses to be opened as a page, or fetched: where a browser says what it wants, that must be a frame. */
export function checkFrame({ mode }: SandboxSettings, { request }: Visit): void {
  const wanted = request.headers.get("sec-fetch-dest");
  if (mode !== "direct" && wanted !== null && wanted !== "iframe" && wanted !== "frame")
    throw new RefusalError("not_a_frame");
}
