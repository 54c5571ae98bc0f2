import type { ServerView } from "./server-view.ts";

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
    };
