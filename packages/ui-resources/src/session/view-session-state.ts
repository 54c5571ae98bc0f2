import type { UiJsonObject } from "../data/json.ts";
import type { ViewAppInfo, ViewDisplayMode } from "./host-context.ts";
import type { ViewCloseReason, ViewFailure } from "./view-effect.ts";
import type { ViewModelContext } from "./view-request.ts";

/**
 * `waiting` for `ui/initialize`, `initializing` until the view says that it has the answer, `ready`, `closing` while
 * it may say goodbye; `failed` and `closed` are final.
 */
export type ViewPhase = "waiting" | "initializing" | "ready" | "closing" | "failed" | "closed";

/** Everything that is worth keeping of a view. Frozen plain data: store it as JSON, hand it in as `restore`. */
export interface ViewSessionState {
  readonly version: 1;
  readonly instance: string;
  readonly serverId: string;
  /** The server's name of the tool whose result the view shows. */
  readonly tool: string;
  readonly phase: ViewPhase;
  readonly app?: ViewAppInfo;
  readonly toolInput?: UiJsonObject;
  readonly toolResult?: UiJsonObject;
  readonly toolCancelled?: { readonly reason: string };
  readonly hostContext: UiJsonObject;
  readonly displayMode: ViewDisplayMode;
  readonly modelContext?: ViewModelContext;
  /** The tools that were approved for good, in this instance. Not restored. */
  readonly approvedTools: readonly string[];
  /** Keys of approvals and requests that wait for the host. */
  readonly pending: readonly string[];
  readonly failure?: ViewFailure;
  readonly closed?: { readonly reason: ViewCloseReason; readonly answered: boolean };
  /** When `tick` is due, if it is. */
  readonly wakeAtMs?: number;
}
