import { type BuildViewCspOptions, type UiPermission, uiMimeType } from "@x/ui-resources";
import { checkShapes } from "./check-shapes.ts";
import { hostOf, readOrigin } from "./origin.ts";
import { type RandomBytes, systemRandom } from "./random.ts";
import { readLimits } from "./read-limits.ts";
import type { McpSandboxAudit } from "./sandbox-audit.ts";
import type { McpSandboxHandlerOptions, McpSandboxLimits, McpSandboxMode } from "./sandbox-options.ts";
import type { McpResolveResource } from "./sandbox-resource.ts";
import type { ThemeSource } from "./theme/theme.ts";
import { createSigner, type Signer } from "./token/signer.ts";
import { McpUiServerError } from "./ui-server-error.ts";
import { readViewOrigin, type ViewOrigin } from "./view-origin.ts";

/** Options that were checked, with the defaults filled in. */
export interface SandboxSettings {
  readonly mode: McpSandboxMode;
  readonly resolveResource: McpResolveResource;
  readonly themeSource: ThemeSource;
  readonly hostOrigins: ReadonlySet<string>;
  readonly sandboxOrigin: string | undefined;
  /** With a slash at its end. */
  readonly basePath: string;
  readonly signer: Signer | undefined;
  readonly viewOrigin: ViewOrigin | undefined;
  /** How declared origins become a policy, but for who may frame the view. */
  readonly cspOptions: BuildViewCspOptions;
  readonly mimeTypes: readonly string[];
  readonly grants: (serverId: string | undefined) => readonly UiPermission[];
  readonly limits: Required<McpSandboxLimits>;
  readonly audit: McpSandboxAudit;
  readonly now: () => number;
  readonly random: RandomBytes;
}

const defaultLimits: Required<McpSandboxLimits> = {
  maxDocumentBytes: 8 * 1024 * 1024,
  resolveTimeoutMs: 15_000,
  urlTtlMs: 300_000,
  maxMessageLength: 16 * 1024 * 1024,
  messagesPerSecond: 250,
  messageBurst: 1000,
};

const optionShapes = {
  resolveResource: "function",
  themes: "function or object",
  tokenPrefixes: "texts",
  mode: ["proxy", "proxy-html", "dedicated", "direct"],
  hostOrigins: "texts",
  profile: ["strict", "compat"],
  allow: "texts",
  deny: "texts",
  grants: "function or texts",
  mimeTypes: "texts",
  limits: "object",
  onAudit: "function",
} as const;

/** Checks the options; throws {@link McpUiServerError} with code `config` before anything is served. */
export function readSettings(options: McpSandboxHandlerOptions): SandboxSettings {
  checkShapes(options, optionShapes, ["resolveResource"]);
  const { hostOrigins = [], secret, grants = [] } = options;
  const mode = options.mode ?? defaultMode(options);
  const sandboxOrigin =
    options.sandboxOrigin === undefined ? undefined : readOrigin(options.sandboxOrigin, "sandboxOrigin");
  const hosts = new Set(hostOrigins.map((origin, index) => readOrigin(origin, `hostOrigins[${index}]`)));
  const settings: SandboxSettings = {
    mode,
    resolveResource: options.resolveResource,
    themeSource: {
      themes: options.themes,
      defaultThemeName: options.defaultThemeName ?? "default",
      tokenPrefixes: readPrefixes(options.tokenPrefixes ?? ["--ns-"]),
    },
    hostOrigins: hosts,
    sandboxOrigin,
    basePath: readBasePath(options.basePath ?? "/"),
    signer: secret === undefined ? undefined : createSigner(secret),
    viewOrigin: options.viewOrigin === undefined ? undefined : readViewOrigin(options.viewOrigin),
    cspOptions: {
      profile: options.profile ?? "strict",
      allowPrivate: options.allowPrivate ?? false,
      ...(options.allow === undefined ? {} : { allow: options.allow }),
      ...(options.deny === undefined ? {} : { deny: options.deny }),
    },
    mimeTypes: options.mimeTypes ?? [uiMimeType],
    grants: typeof grants === "function" ? grants : () => grants,
    limits: readLimits(options.limits ?? {}, defaultLimits),
    audit: options.onAudit ?? (() => undefined),
    now: options.now ?? Date.now,
    random: options.random ?? systemRandom,
  };
  checkTogether(settings);
  return settings;
}

/** With none of what another origin needs there is no other origin: what is left is one frame. */
function defaultMode({ sandboxOrigin, hostOrigins, secret }: McpSandboxHandlerOptions): McpSandboxMode {
  return sandboxOrigin === undefined && hostOrigins === undefined && secret === undefined
    ? "direct"
    : "proxy";
}

function checkTogether({ mode, hostOrigins, sandboxOrigin, signer, viewOrigin }: SandboxSettings): void {
  const missing = (option: string, problem: string): McpUiServerError =>
    new McpUiServerError("config", option, problem);
  if (mode !== "direct") {
    if (sandboxOrigin === undefined)
      throw missing("sandboxOrigin", `mode "${mode}" needs the origin that this handler is served on.`);
    if (hostOrigins.size === 0)
      throw missing("hostOrigins", `mode "${mode}" needs the origins of the pages that show views.`);
    if (signer === undefined)
      throw missing("secret", `mode "${mode}" signs addresses: give a random secret.`);
  }
  if (mode === "dedicated" && viewOrigin === undefined)
    throw missing("viewOrigin", 'mode "dedicated" needs a template such as "https://{id}.views.example".');
  if (mode !== "dedicated" && viewOrigin !== undefined)
    throw missing("viewOrigin", `it belongs to mode "dedicated"; the mode is "${mode}".`);
  const hosts = [...hostOrigins].map(hostOf);
  if (sandboxOrigin !== undefined && hosts.includes(hostOf(sandboxOrigin)))
    throw missing("sandboxOrigin", "views must have another origin than the pages of hostOrigins.");
}

function readBasePath(path: string): string {
  if (!/^(?:\/(?!\.)[A-Za-z0-9._~-]+)*\/?$/.test(path) || path === "")
    throw new McpUiServerError(
      "config",
      "basePath",
      'write a path such as "/mcp-ui", from the root, unencoded.',
    );
  return path.endsWith("/") ? path : `${path}/`;
}

function readPrefixes(prefixes: readonly string[]): readonly string[] {
  const wrong = prefixes.find((prefix) => !/^--[A-Za-z][A-Za-z0-9_-]*$/.test(prefix));
  if (wrong !== undefined)
    throw new McpUiServerError(
      "config",
      "tokenPrefixes",
      'write prefixes of custom properties, such as "--ns-".',
    );
  return prefixes;
}
