import type { UiCspDeclaration, UiPermissions } from "../document/ui-document.ts";
import type { ViewHostContext, ViewImplementation } from "./host-context.ts";
import type { ViewSessionLimits } from "./view-limits.ts";

/**
 * A tool as `tools/list` gave it, with whatever else it holds; of a pool's tool, `serverToolName` is what views call it
 * by.
 */
export interface ViewTool {
  readonly name: string;
  readonly serverToolName?: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly icons?: unknown;
  readonly _meta?: unknown;
}

/**
 * What the host can do for a view. Only presence counts, so that an object of functions can be handed in as it is. A
 * capability is advertised, and a request of the view let through, only where its handler is present.
 */
export interface ViewHandlers {
  /** `tools/call` on the view's own server. */
  readonly callTool?: unknown;
  /** `resources/read` on the view's own server. */
  readonly readResource?: unknown;
  readonly openLink?: unknown;
  /** `ui/message`: a message of the user, written by the view. */
  readonly message?: unknown;
  /** `ui/update-model-context`: what the model should know in the next turn. */
  readonly modelContext?: unknown;
  readonly displayMode?: unknown;
  /** `notifications/message`. */
  readonly log?: unknown;
  /** Somebody who decides on `approval` effects. Absent: what needs approval is denied. */
  readonly approve?: unknown;
  /** The host tells of changed lists with `list-changed`. */
  readonly listChanged?: unknown;
  /** `ui/download-file` (draft). */
  readonly download?: unknown;
  /** `sampling/createMessage` (draft). */
  readonly sample?: unknown;
  /** `tools/list` of the tools that views may call (draft). */
  readonly listTools?: unknown;
  /** `resources/list` (draft). */
  readonly listResources?: unknown;
}

/** What a content block can be. */
export type ViewModality = "text" | "image" | "audio" | "resource" | "resourceLink" | "structuredContent";

/** What the host lets a view do. Plain data. */
export interface ViewPolicy {
  /**
   * Which calls of tools need approval: all but those that say `readOnlyHint: true`, all, or none. Default
   * `unless-read-only`. A hint is only as good as its server.
   */
  readonly approval?: "unless-read-only" | "always" | "never";
  /** What `resources/read` may name: UI only, or anything that the view's own server has. Default `ui`. */
  readonly resources?: "ui" | "same-server";
  /** The schemes of links. Default only `https:`. */
  readonly linkSchemes?: readonly ("https:" | "http:" | "mailto:")[];
  /** What messages and model context may hold. Default `text`, and `structuredContent` for the model context. */
  readonly modalities?: readonly ViewModality[];
}

/** What a session is made of. Plain data but for `handlers`, of which only presence counts. */
export interface ViewSessionInit {
  /** Names this view among all views of the host, the ones of other servers and of earlier times included. */
  readonly instance: string;
  readonly serverId: string;
  /** The tool whose result the view shows. */
  readonly tool: ViewTool;
  /** The id of the `tools/call` request. */
  readonly toolCallId?: string | number;
  /** The tools of the same server, for what the view may call. Default: none but `tool`. */
  readonly tools?: readonly ViewTool[];
  readonly hostInfo: ViewImplementation;
  readonly hostContext?: ViewHostContext;
  readonly handlers?: ViewHandlers;
  readonly policy?: ViewPolicy;
  /** What the sandbox around the view applies, to be told to it. */
  readonly sandbox?: { readonly csp?: UiCspDeclaration; readonly permissions?: UiPermissions };
  readonly limits?: Partial<ViewSessionLimits>;
  /** What is only in the draft of the specification: downloads, sampling, lists, tools of the view. Default false. */
  readonly draft?: boolean;
  /**
   * The `state` of an earlier session of this view, read back from JSON: arguments, result, model context and display
   * mode are taken over. Untrusted: approvals are not, and what is malformed is ignored.
   */
  readonly restore?: unknown;
}
