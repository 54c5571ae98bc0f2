import type { UiJsonObject } from "../data/json.ts";
import type { ViewAuditEntry } from "./audit-entry.ts";
import type { ViewAppInfo, ViewDisplayMode } from "./host-context.ts";
import type { ViewApprovalRequest, ViewLogEntry, ViewModelContext, ViewRequest } from "./view-request.ts";

/** Why a session ended before the view was of use. */
export type ViewFailure =
  /** `ui/initialize` was not what the specification says. */
  | "bad-initialize"
  /** The view did not initialise in time. */
  | "initialize-timeout"
  /** The view sent more than a host can take. */
  | "flood";

/** Why a session is closed. */
export type ViewCloseReason = "teardown" | "removed" | "navigated" | "crashed";

/** What the host is to do, in this order. Everything in it is frozen. */
export type ViewEffect =
  /** Post the message into the frame. */
  | { readonly type: "send"; readonly message: UiJsonObject }
  /** The view is initialised. */
  | { readonly type: "ready"; readonly app: ViewAppInfo }
  /** The view is of no use: show the text of the result instead. The session takes nothing more from it. */
  | { readonly type: "failed"; readonly reason: ViewFailure; readonly message: string }
  /** Ask somebody, then dispatch `decision`. */
  | { readonly type: "approval"; readonly key: string; readonly request: ViewApprovalRequest }
  /** Do it, then dispatch `settle`. */
  | { readonly type: "request"; readonly key: string; readonly request: ViewRequest }
  /** Nobody waits for the approval or the request any more. */
  | { readonly type: "cancel"; readonly key: string; readonly reason: "view" | "timeout" | "closed" }
  /** The view wants this size, within the limits; a fixed dimension is left out. */
  | { readonly type: "resize"; readonly width?: number; readonly height?: number }
  /** What the model is told in the next turn, in place of what it was to be told before. */
  | { readonly type: "model-context"; readonly context: ViewModelContext }
  /** The view is shown in another mode now. */
  | { readonly type: "display-mode"; readonly mode: ViewDisplayMode }
  | { readonly type: "log"; readonly entry: ViewLogEntry }
  /** The view would like to be closed (draft); `teardown` does it. */
  | { readonly type: "close-requested" }
  | { readonly type: "pong"; readonly answered: boolean }
  /** The tools of the view, at most `maxAppTools` (draft). */
  | { readonly type: "app-tools"; readonly tools: readonly UiJsonObject[]; readonly failure?: string }
  /** The tools of the view are others now (draft). */
  | { readonly type: "app-tools-changed" }
  | {
      readonly type: "app-tool-result";
      readonly callId: string;
      readonly result?: UiJsonObject;
      readonly failure?: string;
    }
  /** Dispatch `tick` at this time of the events' clock; replaces an earlier wake. */
  | { readonly type: "wake"; readonly atMs: number }
  /** The frame can go. `answered`: the view had time to say so. */
  | { readonly type: "closed"; readonly reason: ViewCloseReason; readonly answered: boolean }
  /** Something a log should have. */
  | { readonly type: "audit"; readonly entry: ViewAuditEntry };
