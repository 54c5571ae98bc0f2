import type {
  UiPermission,
  ViewDisplayMode,
  ViewHostContext,
  ViewImplementation,
  ViewPolicy,
  ViewSessionLimits,
  ViewSessionState,
} from "@x/ui-resources";
import type { McpViewBroker } from "./mcp-view-broker.ts";
import type { McpViewEventMap } from "./mcp-view-events.ts";
import type { McpViewSandbox } from "./mcp-view-sandbox.ts";
import type { McpViewSession } from "./mcp-view-session.ts";
import type { ViewClock } from "./view-clock.ts";
import type { ViewLabels } from "./view-labels.ts";
import type { McpViewState } from "./view-shell.ts";

/** Limits of a view: those of its session, and those of its frame. */
export interface McpViewLimits extends Partial<ViewSessionLimits> {
  /** Least height of the frame, in CSS pixels. Default 40. */
  readonly minHeightPx?: number;
  /** How long a parked view waits for an element. Default 5,000. */
  readonly parkedMs?: number;
  /** Most bytes of one download. Default 32 MiB. */
  readonly maxDownloadBytes?: number;
}

/** What a page may set. Read when a frame is made, but for those that say otherwise. */
export interface McpViewProperties {
  /** What to show. A new one of the same call and document goes to the view that is there. */
  session: McpViewSession | undefined;
  sandbox: McpViewSandbox | undefined;
  /** Read at each request; which methods it has counts when a frame is made. */
  broker: McpViewBroker | undefined;
  /** A change reaches the view at once, and nothing is loaded anew. */
  theme: "light" | "dark" | undefined;
  /** More of what the view is told about its surroundings. A change reaches the view at once. */
  hostContext: ViewHostContext | undefined;
  /** Permissions that the document gets if it declares them. Default: none. */
  grants: readonly UiPermission[] | undefined;
  /** What views may do; see `ViewPolicy`. */
  policy: ViewPolicy | undefined;
  limits: McpViewLimits | undefined;
  /** The program that shows the view. Default `@x/ui-view`. */
  hostInfo: ViewImplementation | undefined;
  /** Whether downloads, sampling and lists, which are only in the draft of the specification, work. Default false. */
  draft: boolean;
  /** Words of the page around the view. */
  labels: Partial<ViewLabels> | undefined;
  /** For tests. */
  clock: ViewClock | undefined;
}

/**
 * `<mcp-view>`: shows the UI of a server in a sandboxed frame.
 *
 * Attributes: `autosize="none"` gives the frame the height of the element and takes no size from the view; `trusted`
 * lets a view be without a border if it prefers so. `state` and `display-mode` are written by the element. Slots
 * `loading`, `error` and `text` replace what is shown in place of a view; parts are `box`, `chrome`, `server`, `title`,
 * `close`, `stage`, `loading`, `failure`, `reason`, `text`.
 */
export interface McpViewElement extends HTMLElement, McpViewProperties {
  readonly state: McpViewState;
  readonly displayMode: ViewDisplayMode;
  /** The session of the view as plain data: store it, and hand it in as `session.restore`. */
  readonly snapshot: ViewSessionState | undefined;
  /** Leaves the fullscreen display, or asks for a display that the view has declared. */
  setDisplayMode(mode: ViewDisplayMode): void;
  /** Lets the view say goodbye (`ui/resource-teardown`, at most `limits.teardownTimeoutMs`), then removes its frame. */
  teardown(reason?: string): Promise<void>;
  /**
   * Puts the frame aside with its document alive, for this element or another one of the same view. Call it before you
   * remove an element that may come back. After `limits.parkedMs` the view is torn down. False where the browser cannot
   * do that (no `moveBefore`); then removing the element ends the view.
   */
  park(): boolean;
  /** Takes a parked view back, where it waits for this element. Being inserted or given a session does it, too. */
  resume(): void;
  /** Removes the frame this instant, without goodbye. */
  kill(): void;
  /** Makes a new frame in place of one that failed or was removed. */
  retry(): void;
  addEventListener<Type extends keyof McpViewEventMap>(
    type: Type,
    listener: (this: McpViewElement, event: McpViewEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "mcp-view": McpViewElement;
  }
}
