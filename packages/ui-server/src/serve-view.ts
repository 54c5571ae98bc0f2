import { buildAllow, buildViewCsp, isUiUri } from "@x/ui-resources";
import { followTheme } from "./document/follow-theme.ts";
import { pageHeaders } from "./document/page-headers.ts";
import { themedDocument } from "./document/themed-document.ts";
import { fetchDocument } from "./fetch-document.ts";
import { findThemeInTime } from "./find-theme-in-time.ts";
import { frameAncestors } from "./frame-ancestors.ts";
import { RefusalError } from "./refusal.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import { listThemes } from "./theme/theme.ts";
import type { ViewToken } from "./token/view-token.ts";
import type { Answer, Visit } from "./visit.ts";

/** What a view's address asks for. */
export type ViewRequest = Pick<ViewToken, "uri" | "server" | "theme" | "digest"> & { readonly exp?: number };

/** The document of a view, themed, with the policy that it declared as far as it is allowed. */
export async function serveView(
  settings: SandboxSettings,
  visit: Visit,
  wanted: ViewRequest,
): Promise<Answer> {
  const { uri, server, digest } = wanted;
  if (!isUiUri(uri)) throw new RefusalError("bad_uri");
  const { mode, cspOptions } = settings;
  const document = await fetchDocument(settings, visit, uri, server);
  if (digest !== undefined && digest !== document.digest) throw new RefusalError("changed");
  const theme = await findThemeInTime(settings, visit, wanted.theme);
  if (theme !== undefined) visit.theme = theme;

  const policy = buildViewCsp(document.csp, {
    ...cspOptions,
    frameAncestors: frameAncestors(settings, "view"),
  });
  const permissions = buildAllow(document.permissions, settings.grants(server));
  visit.problems.push(...policy.refused, ...permissions.refused);
  const headers = pageHeaders({
    csp: `${policy.header}; sandbox ${viewSandbox(mode)}`,
    permissionsPolicy: permissions.permissionsPolicy,
    resourcePolicy: mode === "proxy" ? "same-origin" : "cross-origin",
    ...cache(settings, wanted),
  });
  const themes = mode === "direct" && theme !== undefined ? listThemes(settings.themeSource) : [];
  const more = themes.length > 1 ? followTheme(themes) : "";
  return { status: 200, headers, body: themedDocument(document.html, theme, more) };
}

/** What a view's frame may do. Its own origin only where that origin belongs to its server alone. */
export function viewSandbox(mode: SandboxSettings["mode"]): string {
  return mode === "dedicated" ? "allow-scripts allow-forms allow-same-origin" : "allow-scripts allow-forms";
}

/** An address with a digest always stands for the same document, as long as it is valid. */
function cache({ now }: SandboxSettings, { digest, exp }: ViewRequest): { readonly cacheControl?: string } {
  if (digest === undefined || exp === undefined) return {};
  const leftSeconds = Math.max(0, Math.floor(exp - now() / 1000));
  return { cacheControl: `private, max-age=${leftSeconds}, immutable` };
}
