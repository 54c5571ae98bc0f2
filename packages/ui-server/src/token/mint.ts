import { isUiUri, type UiCspDeclaration, type UiPermissions } from "@x/ui-resources";
import { readOrigin } from "../origin.ts";
import { randomName } from "../random.ts";
import type { SandboxSettings } from "../sandbox-settings.ts";
import { isThemeName } from "../theme/theme.ts";
import { McpUiServerError } from "../ui-server-error.ts";
import { signedText, toQuery, type ViewToken } from "./view-token.ts";

/** What an address is minted for. */
export interface McpSandboxTarget {
  /** `ui://…` */
  readonly uri: string;
  /** The server that offers the view. Needed in mode `dedicated`. */
  readonly serverId?: string;
  /** SHA-256 of the document in hex: another version is answered with 410. */
  readonly digest?: string;
  /** One place on one page. Default: a random one. */
  readonly instance?: string;
  readonly theme?: string;
  /** Origin of the page that will show the view, one of `hostOrigins`. Default: the only one. */
  readonly hostOrigin?: string;
  /** In mode `proxy-html`: what the document declares, where `resolveResource` cannot find it. */
  readonly csp?: UiCspDeclaration;
  /** The same for its permissions. */
  readonly permissions?: UiPermissions;
}

/** Options of `mint`. */
export interface McpSandboxMintOptions {
  /** How long the address is valid. Default: `limits.urlTtlMs`. */
  readonly ttlMs?: number;
}

const maxDeclaredLength = 8192;
const maxTtlMs = 100 * 366 * 24 * 3_600_000;

/** Makes a signed address. Throws {@link McpUiServerError} with code `target` for what no address can be made of. */
export async function mint(
  settings: SandboxSettings,
  target: McpSandboxTarget,
  options: McpSandboxMintOptions = {},
): Promise<URL> {
  const { signer, mode, limits, now } = settings;
  if (signer === undefined)
    throw new McpUiServerError("config", "secret", "mint signs addresses: give a random one.");
  const ttlMs = options.ttlMs ?? limits.urlTtlMs;
  if (!(ttlMs > 0 && ttlMs <= maxTtlMs))
    throw wrong("ttlMs", "write a number of milliseconds above 0, at most a hundred years.");
  const token: ViewToken = {
    ...checkTarget(settings, target),
    instance: target.instance ?? randomName(settings.random),
    host: checkHost(settings, target.hostOrigin),
    exp: Math.ceil((now() + ttlMs) / 1000),
  };
  const signature = await signer.sign(signedText(token, settings));
  const url = place(settings, mode === "direct" ? "view" : "proxy");
  url.search = toQuery(token, signature).toString();
  return url;
}

/** The address of a proxy that waits for a document; the strictest policy applies to it. */
export function proxyUrl(settings: SandboxSettings, hostOrigin: string | undefined): URL {
  if (settings.mode !== "proxy-html")
    throw new McpUiServerError(
      "config",
      "mode",
      `in mode "${settings.mode}" a frame shows one view: use mint, or mode "proxy-html".`,
    );
  const url = place(settings, "proxy");
  url.search = new URLSearchParams({ host: checkHost(settings, hostOrigin) }).toString();
  return url;
}

/** The address of the page that tries to leave its frame. */
export function canaryUrl(settings: SandboxSettings): URL {
  if (settings.mode !== "direct")
    throw new McpUiServerError(
      "config",
      "mode",
      `in mode "${settings.mode}" the proxy keeps views in; nothing has to be proved.`,
    );
  return place(settings, "canary");
}

/** The absolute address of a page of this handler. */
function place({ sandboxOrigin, basePath }: SandboxSettings, page: string): URL {
  if (sandboxOrigin === undefined)
    throw new McpUiServerError("config", "sandboxOrigin", "give the origin that this handler is served on.");
  return new URL(`${basePath}${page}`, sandboxOrigin);
}

function checkTarget(
  { mode }: SandboxSettings,
  target: McpSandboxTarget,
): Omit<ViewToken, "instance" | "host" | "exp"> {
  const { uri, serverId, digest, instance, theme } = target ?? {};
  if (!isUiUri(uri)) throw wrong("uri", "write a well-formed ui:// address.");
  if (serverId === undefined && mode === "dedicated")
    throw wrong("serverId", 'mode "dedicated" gives an origin to each server: say which one.');
  for (const [name, value] of Object.entries({ serverId, instance }))
    if (
      value !== undefined &&
      (typeof value !== "string" || value === "" || value.length > 256 || /\p{Cc}/u.test(value))
    )
      throw wrong(name, "write 1 to 256 characters without control characters.");
  if (digest !== undefined && !/^[0-9a-f]{64}$/.test(digest))
    throw wrong("digest", "write SHA-256 in lower-case hex.");
  if (theme !== undefined && !isThemeName(theme))
    throw wrong("theme", "write 1 to 64 letters, digits, dots, hyphens and underscores.");
  const declared = mode === "proxy-html" ? { csp: target.csp, permissions: target.permissions } : {};
  const parts = Object.entries(declared).map(
    ([name, value]) => [name, value && JSON.stringify(value)] as const,
  );
  if (parts.some(([, json]) => json !== undefined && json.length > maxDeclaredLength))
    throw wrong("csp", `what the document declares has more than ${maxDeclaredLength} characters.`);
  const known = Object.entries({ server: serverId, digest, theme, ...Object.fromEntries(parts) });
  return { uri, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

function checkHost({ hostOrigins }: SandboxSettings, hostOrigin: string | undefined): string {
  const [only] = hostOrigins;
  if (hostOrigin === undefined && only !== undefined && hostOrigins.size === 1) return only;
  if (hostOrigin === undefined) throw wrong("hostOrigin", "say which of hostOrigins will show the view.");
  const origin = readOrigin(hostOrigin, "hostOrigin", "target");
  if (!hostOrigins.has(origin)) throw wrong("hostOrigin", "it is none of hostOrigins.");
  return origin;
}

function wrong(field: string, problem: string): McpUiServerError {
  return new McpUiServerError("target", field, problem);
}
