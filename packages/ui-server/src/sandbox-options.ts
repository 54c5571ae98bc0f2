import type { UiPermission } from "@x/ui-resources";
import type { RandomBytes } from "./random.ts";
import type { McpSandboxAudit } from "./sandbox-audit.ts";
import type { McpResolveResource } from "./sandbox-resource.ts";
import type { McpSandboxThemes } from "./theme/theme.ts";
import type { McpSandboxSecret } from "./token/signer.ts";

/**
 * How a view is framed.
 *
 * - `proxy`: the page frames our proxy, the proxy frames the view by a signed address with a policy of its own.
 * - `proxy-html`: the same, but the page brings the document (`sandbox-resource-ready`), and the proxy's own policy
 *   is the one that the document declared.
 * - `dedicated`: as `proxy`, with an origin for each server, so that views can keep things and call APIs that want one.
 * - `direct`: one frame. Only where the page's own `frame-src` is proved to hold, or in a native webview.
 */
export type McpSandboxMode = "proxy" | "proxy-html" | "dedicated" | "direct";

/** Bounds of the handler. */
export interface McpSandboxLimits {
  /** A larger document is answered with 413. Default 8 MiB. */
  readonly maxDocumentBytes?: number;
  /** How long `resolveResource` may take before the answer is 504. Default 15,000. */
  readonly resolveTimeoutMs?: number;
  /** How long a minted address is valid. Default 300,000. */
  readonly urlTtlMs?: number;
  /** A longer message, in characters of JSON, is not passed on by the proxy. Default 16 Mi. */
  readonly maxMessageLength?: number;
  /** How many messages a view may send in the long run. Default 250. */
  readonly messagesPerSecond?: number;
  /** How many it may send at once. A view that exceeds both is removed. Default 1,000. */
  readonly messageBurst?: number;
}

/** Options of {@link createMcpSandboxHandler}. */
export interface McpSandboxHandlerOptions {
  /** Finds the document of a `ui://` address. */
  readonly resolveResource: McpResolveResource;
  /** Themes by name, or a function that finds one. Default: views keep their own looks. */
  readonly themes?: McpSandboxThemes;
  /** The theme where an address names none, or an unknown one. Default `default`. */
  readonly defaultThemeName?: string;
  /** Custom properties with these prefixes may be themed beside the standard ones. Default `["--ns-"]`. */
  readonly tokenPrefixes?: readonly string[];
  /** Default `proxy`; `direct` where none of `sandboxOrigin`, `hostOrigins` and `secret` is given. */
  readonly mode?: McpSandboxMode;
  /** Origins of the pages that show views. Needed in every mode but `direct`, whose default is its own origin. */
  readonly hostOrigins?: readonly string[];
  /** The origin that this handler is served on. Never one of `hostOrigins`. Needed in every mode but `direct`. */
  readonly sandboxOrigin?: string;
  /** Where the handler is mounted on that origin. Default `/`. */
  readonly basePath?: string;
  /**
   * Signs addresses: at least 32 bytes, the same on every host of one deployment. Of several, the first signs and all
   * are accepted. Needed in every mode but `direct`, and there for `mint`.
   */
  readonly secret?: McpSandboxSecret | readonly McpSandboxSecret[];
  /** In mode `dedicated`: a template such as `https://{id}.views.example`; `{id}` stands for the server. */
  readonly viewOrigin?: string;
  /** `compat` also lets views use `eval` and `data:` scripts. Default `strict`. */
  readonly profile?: "strict" | "compat";
  /** Where given, an origin that a view declares counts only if one of these covers it: `*.a.com`, `https://a.com`. */
  readonly allow?: readonly string[];
  /** Origins that views never reach, whatever they declare. Default: none. */
  readonly deny?: readonly string[];
  /** Whether views may declare internal hosts, without TLS too. For development. Default false. */
  readonly allowPrivate?: boolean;
  /** Types of documents that are shown, compared exactly. Default: only `text/html;profile=mcp-app`. */
  readonly mimeTypes?: readonly string[];
  /** Permissions that views are given if they declare them; for all servers, or for one. Default: none. */
  readonly grants?: readonly UiPermission[] | ((serverId: string | undefined) => readonly UiPermission[]);
  readonly limits?: McpSandboxLimits;
  /** Hears of every answer. What it throws rejects the request: an answer that cannot be recorded is not given. */
  readonly onAudit?: McpSandboxAudit;
  /** Milliseconds since 1970. For tests. */
  readonly now?: () => number;
  /** For tests. */
  readonly random?: RandomBytes;
}
