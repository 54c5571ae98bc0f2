import type { ApprovalView, ChatEvent } from "./chat.ts";
import type { DrawioView } from "./diagram.ts";
import type { SandboxesView } from "./sandbox-view.ts";
import type { ServerView } from "./server-view.ts";
import type { WikiChange } from "./wiki.ts";

/** Something that happened to a server. */
export interface Activity {
  /** Grows by one with each; the page lists newest first. */
  readonly id: number;
  readonly at: number;
  readonly serverId: string;
  readonly kind: "state" | "process" | "tools" | "quarantine" | "warning";
  readonly text: string;
}

/** Everything the page shows of the servers, at one moment. */
export interface PageState {
  /** What stdio servers run in, unless a server says otherwise. */
  readonly sandbox: { readonly id: string; readonly isolation: string };
  readonly wikiFolder: string;
  readonly servers: readonly ServerView[];
  /** Oldest first, bounded. */
  readonly activity: readonly Activity[];
  readonly sandboxes: SandboxesView;
  readonly drawio: DrawioView;
  /** What waits for a person now, oldest first. */
  readonly approvals: readonly ApprovalView[];
  /** Where the views of servers are served; always another origin than the page's. */
  readonly sandboxOrigin: string;
}

/** What the event stream tells. It begins with a `hello`, also after a reconnect. */
export type PageEvent =
  | { readonly type: "hello"; readonly state: PageState }
  | { readonly type: "server"; readonly server: ServerView }
  | { readonly type: "activity"; readonly activity: Activity }
  | {
      readonly type: "progress";
      readonly callId: string;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: "server-removed"; readonly serverId: string }
  | { readonly type: "sandboxes"; readonly sandboxes: SandboxesView }
  | { readonly type: "drawio"; readonly drawio: DrawioView }
  | { readonly type: "wiki"; readonly change: WikiChange }
  | { readonly type: "chat"; readonly event: ChatEvent }
  | { readonly type: "approval"; readonly approval: ApprovalView }
  /** It was answered, or nobody waits for it any more. */
  | { readonly type: "approval-ended"; readonly approvalId: string };
