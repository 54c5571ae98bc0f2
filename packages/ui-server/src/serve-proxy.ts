import {
  buildAllow,
  buildViewCsp,
  type UiCspDeclaration,
  type UiPermission,
  type UiPermissions,
} from "@x/ui-resources";
import { pageHeaders } from "./document/page-headers.ts";
import { fetchDocument } from "./fetch-document.ts";
import { findThemeInTime } from "./find-theme-in-time.ts";
import { frameAncestors } from "./frame-ancestors.ts";
import { type ProxyConfig, type ProxyLook, proxyPage } from "./proxy/proxy-page.ts";
import { randomName } from "./random.ts";
import { RefusalError } from "./refusal.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import { viewSandbox } from "./serve-view.ts";
import { signedPart, type ViewToken } from "./token/view-token.ts";
import type { Answer, Visit } from "./visit.ts";

/** What a proxy's address asks for: everything but the page it is for may be missing where the page brings the rest. */
export type ProxyRequest = Pick<ViewToken, "host"> & Partial<ViewToken>;

/** The proxy page: around a view with an address of its own, or around a document that the page will bring. */
export async function serveProxy(
  settings: SandboxSettings,
  visit: Visit,
  wanted: ProxyRequest,
): Promise<Answer> {
  const theme = await findThemeInTime(settings, visit, wanted.theme);
  if (theme !== undefined) visit.theme = theme;
  return settings.mode === "proxy-html"
    ? proxyForHtml(settings, visit, wanted)
    : proxyForView(settings, visit, wanted);
}

async function proxyForView(settings: SandboxSettings, visit: Visit, wanted: ProxyRequest): Promise<Answer> {
  const { mode, viewOrigin, basePath } = settings;
  const dedicated = mode === "dedicated" ? await viewOrigin?.of(wanted.server ?? "") : undefined;
  const nonce = randomName(settings.random);
  // The view's own header narrows this to what its document declares.
  const permissions = buildAllow(everything, settings.grants(wanted.server));
  const csp = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${dedicated ?? "'self'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${frameAncestors(settings, "proxy").join(" ")}`,
  ].join("; ");
  const address = `view?${signedPart(visit.url.searchParams).toString()}`;
  const config = makeConfig(settings, wanted.host, permissions.allow, {
    viewUrl: dedicated === undefined ? address : `${dedicated}${basePath}${address}`,
    viewOrigin: dedicated ?? "null",
  });
  return answer(csp, permissions.proxyPermissionsPolicy, proxyPage(config, look(visit, wanted, nonce)));
}

async function proxyForHtml(settings: SandboxSettings, visit: Visit, wanted: ProxyRequest): Promise<Answer> {
  const declared = await readDeclared(settings, visit, wanted);
  // A document in srcdoc lives under the policy of the page that made it, so this page has the document's policy.
  const policy = buildViewCsp(declared.csp, {
    ...settings.cspOptions,
    frameAncestors: frameAncestors(settings, "proxy"),
  });
  const permissions = buildAllow(declared.permissions, settings.grants(wanted.server));
  visit.problems.push(...policy.refused, ...permissions.refused);
  const config = makeConfig(settings, wanted.host, permissions.allow, { viewOrigin: "null" });
  return answer(
    policy.header,
    permissions.proxyPermissionsPolicy,
    proxyPage(config, look(visit, wanted, undefined)),
  );
}

const everything: UiPermissions = {
  camera: {},
  microphone: {},
  geolocation: {},
  clipboardWrite: {},
} satisfies Record<UiPermission, object>;

/** What the document declares: as the signed address says, or as the document itself does. */
async function readDeclared(
  settings: SandboxSettings,
  visit: Visit,
  { uri, server, digest, csp, permissions }: ProxyRequest,
): Promise<{
  readonly csp?: UiCspDeclaration | undefined;
  readonly permissions?: UiPermissions | undefined;
}> {
  if (uri === undefined || csp !== undefined || permissions !== undefined)
    return { csp: parse<UiCspDeclaration>(csp), permissions: parse<UiPermissions>(permissions) };
  const document = await fetchDocument(settings, visit, uri, server);
  if (digest !== undefined && digest !== document.digest) throw new RefusalError("changed");
  return document;
}

/** It was signed, so `mint` wrote it; the policy builder checks every value all the same. */
function parse<T>(json: string | undefined): T | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as T);
}

function makeConfig(
  { mode, limits }: SandboxSettings,
  hostOrigin: string,
  allow: string,
  view: Pick<ProxyConfig, "viewUrl" | "viewOrigin">,
): ProxyConfig {
  const { maxMessageLength, messagesPerSecond, messageBurst, maxDocumentBytes } = limits;
  const bounds = { maxMessageLength, messagesPerSecond, messageBurst, maxDocumentLength: maxDocumentBytes };
  return { hostOrigin, ...view, sandbox: viewSandbox(mode), allow, ...bounds };
}

function look({ theme }: Visit, { server }: ProxyRequest, nonce: string | undefined): ProxyLook {
  const title = server === undefined ? "MCP view" : `MCP view of ${server}`;
  return { title, colorScheme: theme?.colorScheme, nonce };
}

function answer(csp: string, permissionsPolicy: string, body: string): Answer {
  return {
    status: 200,
    headers: pageHeaders({ csp, permissionsPolicy, resourcePolicy: "cross-origin" }),
    body,
  };
}
