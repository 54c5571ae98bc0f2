import type { ViewDisplayMode, ViewHostContext } from "./host-context.ts";
import type { ViewDecision } from "./view-request.ts";
import type { ViewTool } from "./view-session-init.ts";

/** When it happened, in milliseconds of any clock that does not run backwards. The session has no other clock. */
export interface ViewEventTime {
  readonly now: number;
}

/** What happens to a view. What it holds may be hostile; nothing of it is kept but frozen copies. */
export type ViewEvent =
  /** The frame was made: the time to initialise runs. */
  | (ViewEventTime & { readonly type: "started" })
  /** Something loads: the time to initialise runs anew. */
  | (ViewEventTime & { readonly type: "progress" })
  /** The document is there, and need not initialise: no time runs for it. If it does, all goes on as ever. */
  | (ViewEventTime & { readonly type: "shown" })
  /** A message came out of the frame; the receiver has checked its `source` and `origin`. */
  | (ViewEventTime & { readonly type: "message"; readonly message: unknown })
  /** The arguments of the tool call so far. */
  | (ViewEventTime & { readonly type: "tool-input-partial"; readonly arguments: unknown })
  /** The arguments of the tool call; nothing means `{}`. */
  | (ViewEventTime & { readonly type: "tool-input"; readonly arguments?: unknown })
  /** The `CallToolResult`. */
  | (ViewEventTime & { readonly type: "tool-result"; readonly result: unknown })
  /** The call ended without a result, for whatever reason. */
  | (ViewEventTime & { readonly type: "tool-cancelled"; readonly reason?: string })
  /** Fields of the host context that are new; `undefined` is not a change. */
  | (ViewEventTime & { readonly type: "host-context"; readonly context: ViewHostContext })
  /** The user switched the mode. Only to a mode that the view declared, or back to `inline`. */
  | (ViewEventTime & { readonly type: "display-mode"; readonly mode: ViewDisplayMode })
  /** A list of the server changed; `tools` is the new one. */
  | (ViewEventTime & {
      readonly type: "list-changed";
      readonly list: "tools" | "resources" | "prompts";
      readonly tools?: readonly ViewTool[];
    })
  /** An answer to an `approval` effect. */
  | (ViewEventTime & { readonly type: "decision"; readonly key: string; readonly decision: ViewDecision })
  /** An answer to a `request` effect: a result, or a failure, whose text the view gets. */
  | (ViewEventTime & { readonly type: "settle"; readonly key: string; readonly result: unknown })
  | (ViewEventTime & { readonly type: "settle"; readonly key: string; readonly failure: string })
  /** Time went by: due at the latest `wake`. */
  | (ViewEventTime & { readonly type: "tick" })
  /** Is the view still there? Answered with a `pong` effect. */
  | (ViewEventTime & { readonly type: "ping" })
  /** Call a tool of the view (draft). Answered with an `app-tool-result` effect. */
  | (ViewEventTime & {
      readonly type: "call-app-tool";
      readonly callId: string;
      readonly tool: string;
      readonly arguments?: unknown;
    })
  /** Ask for the tools of the view (draft). Answered with an `app-tools` effect. */
  | (ViewEventTime & { readonly type: "list-app-tools" })
  /** Say goodbye to the view; `closed` follows, after which the frame goes. */
  | (ViewEventTime & { readonly type: "teardown"; readonly reason?: string })
  /** The frame is gone, or shows another document: `closed` follows at once, and nothing more is sent. */
  | (ViewEventTime & { readonly type: "lost"; readonly reason: "removed" | "navigated" | "crashed" });
