import { buildAllow } from "@x/ui-resources";
import { answerRequest } from "./answer-request.ts";
import { pageHeaders } from "./document/page-headers.ts";
import { errorPage } from "./error-page.ts";
import { findThemeInTime } from "./find-theme-in-time.ts";
import { frameAncestors } from "./frame-ancestors.ts";
import { RefusalError } from "./refusal.ts";
import type { McpSandboxHandlerOptions, McpSandboxMode } from "./sandbox-options.ts";
import { readSettings, type SandboxSettings } from "./sandbox-settings.ts";
import type { Theme } from "./theme/theme.ts";
import {
  canaryUrl,
  type McpSandboxMintOptions,
  type McpSandboxTarget,
  mint,
  proxyUrl,
} from "./token/mint.ts";
import { type Answer, auditEvent, startVisit, type Visit } from "./visit.ts";

/** Serves views; made by {@link createMcpSandboxHandler}. */
export interface McpSandboxHandler {
  /** Answers every request, with a page for people where there is no view. Rejects only with what `onAudit` or `grants` throws. */
  (request: Request): Promise<Response>;
  readonly mode: McpSandboxMode;
  /**
   * A signed address for the frame of one view: of the proxy around it, in mode `direct` of the view. Nothing is
   * fetched. Rejects with {@link McpUiServerError}: `target` for a wrong target, `config` without a `secret`.
   */
  mint(target: McpSandboxTarget, options?: McpSandboxMintOptions): Promise<URL>;
  /**
   * In mode `proxy-html`: the address of a proxy for any document that the page brings, under the strictest policy.
   * `hostOrigin` may be left out where `hostOrigins` has one entry.
   */
  proxyUrl(hostOrigin?: string): URL;
  /**
   * In mode `direct`: the address of a page that tries to leave its frame. Frame it before any view is shown; only
   * where the page's own policy stops it (a `securitypolicyviolation` event for `frame-src`) may views be shown so.
   */
  canaryUrl(): URL;
}

/**
 * Makes the handler that serves the UI of MCP servers on an origin of its own (MCP Apps, SEP-1865). Mount it for `GET`
 * on `basePath` and everything below. Throws {@link McpUiServerError} with code `config` where options are missing.
 */
export function createMcpSandboxHandler(options: McpSandboxHandlerOptions): McpSandboxHandler {
  const settings = readSettings(options);
  const handle = async (request: Request): Promise<Response> => {
    const visit = startVisit(request);
    try {
      const answer = await answerRequest(settings, visit);
      settings.audit(auditEvent(visit, answer));
      return toResponse(request, answer);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const answer = await refuse(settings, visit, error);
      const { code, cause } = error;
      settings.audit(auditEvent(visit, answer, { refusal: code, cause }));
      return toResponse(request, answer);
    }
  };
  return Object.assign(handle, {
    mode: settings.mode,
    mint: (target: McpSandboxTarget, mintOptions?: McpSandboxMintOptions) =>
      mint(settings, target, mintOptions),
    proxyUrl: (hostOrigin?: string) => proxyUrl(settings, hostOrigin),
    canaryUrl: () => canaryUrl(settings),
  });
}

async function refuse(settings: SandboxSettings, visit: Visit, error: RefusalError): Promise<Answer> {
  const theme = await themeOf(settings, visit);
  const page = await errorPage(error.code, theme, frameAncestors(settings, "view"));
  const headers = pageHeaders({
    csp: page.csp,
    permissionsPolicy: buildAllow(undefined).permissionsPolicy,
    resourcePolicy: "cross-origin",
  });
  const allow = error.code === "method" ? { allow: "GET, HEAD" } : {};
  return { status: page.status, headers: { ...headers, ...allow }, body: page.html };
}

async function themeOf(settings: SandboxSettings, visit: Visit): Promise<Theme | undefined> {
  const name = visit.url.searchParams.get("theme") ?? undefined;
  try {
    return visit.theme ?? (await findThemeInTime(settings, visit, name));
  } catch (error) {
    // The page that says what went wrong can do without colors.
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

function toResponse(request: Request, { status, headers, body }: Answer): Response {
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}
