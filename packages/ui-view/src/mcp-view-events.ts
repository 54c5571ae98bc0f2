import type { ViewAppInfo, ViewAuditEntry, ViewDisplayMode, ViewModelContext } from "@x/ui-resources";
import type { McpViewRequest } from "./mcp-view-broker.ts";
import type { ViewDownload } from "./read-download.ts";

/**
 * How far a view had come when it failed: its address is minted, the frame waits for the proxy, the proxy loads the
 * view, the view initialises, or it was up.
 */
export type McpViewPhase = "mint" | "proxy" | "view" | "initialize" | "ready";

/** Why there is no view. */
export type McpViewErrorReason =
  /** The address could not be minted, is none, or has the page's own origin. */
  | "sandbox"
  /** What the page has set is nothing that a view can be made of. */
  | "input"
  /** Nothing was heard in time. */
  | "timeout"
  /** The proxy gave up. */
  | "proxy"
  /** `ui/initialize` was not what the specification says. */
  | "bad-initialize"
  /** The view sent more than a page can take. */
  | "flood"
  /** Something else took the place of the view. */
  | "navigated"
  /** `kill()` was called. */
  | "killed";

/** Details of an `error` event. */
export interface McpViewError {
  readonly phase: McpViewPhase;
  readonly reason: McpViewErrorReason;
  /** For people; holds nothing of arguments or results. */
  readonly message: string;
  /** What was thrown, where something was. */
  readonly cause?: unknown;
}

/** Details of an event that asks: `preventDefault()` refuses at once, `decide(…)` lets somebody think about it. */
export type McpViewQuestion<Details> = Details & {
  /** Takes the place of `preventDefault`: resolves with whether it may happen. Rejecting refuses. */
  decide(answer: Promise<boolean>): void;
};

/** The events of `<mcp-view>`. They do not bubble. */
export interface McpViewEventMap {
  /** The view is initialised. */
  readonly ready: CustomEvent<{ readonly app: ViewAppInfo }>;
  /** There is no view; the tool's text is shown in its place. */
  readonly error: CustomEvent<McpViewError>;
  /** The frame has another size. */
  readonly resize: CustomEvent<{ readonly width?: number | undefined; readonly height?: number | undefined }>;
  /** May this link open? Cancelable. */
  readonly openlink: CustomEvent<McpViewQuestion<McpViewRequest<"open-link">>>;
  /** May the view write this into the conversation? Cancelable. */
  readonly message: CustomEvent<McpViewQuestion<McpViewRequest<"message">>>;
  /** May the model be told this? Cancelable, at once. */
  readonly modelcontext: CustomEvent<ViewModelContext>;
  /** May the view change the display? Cancelable. */
  readonly displaymode: CustomEvent<
    McpViewQuestion<{ readonly mode: ViewDisplayMode; readonly from: ViewDisplayMode }>
  >;
  /** May these files be saved? Cancelable (draft). */
  readonly download: CustomEvent<McpViewQuestion<{ readonly files: readonly ViewDownload[] }>>;
  /** The view would like to be closed. Cancelable; else it is torn down (draft). */
  readonly closerequest: CustomEvent<null>;
  /** A line for a log: names and sizes only. */
  readonly audit: CustomEvent<McpViewAuditEntry>;
}

/** What a session writes down, and what only the element sees. */
export type McpViewAuditEntry =
  | ViewAuditEntry
  | {
      readonly atMs: number;
      readonly instance: string;
      /** Something that the sandbox proxy told beside the messages of the view. */
      readonly direction: "from-proxy";
      readonly what: string;
      readonly outcome: "ignored";
    };

/** Whether the listeners of a question let it happen. */
export async function mayHappen(target: EventTarget, type: string, details: object): Promise<boolean> {
  let held: Promise<boolean> | undefined;
  const decide = (answer: Promise<boolean>) => {
    held = answer;
  };
  const event = new CustomEvent(type, { cancelable: true, detail: { ...details, decide } });
  if (!target.dispatchEvent(event)) return false;
  if (held === undefined) return true;
  try {
    return (await held) === true;
  } catch {
    return false; // whoever was to decide could not, and what nobody allows does not happen
  }
}

/** Tells, or asks what can be answered at once; false when it was cancelled. */
export function announce(target: EventTarget, type: string, detail: unknown, cancelable = false): boolean {
  return target.dispatchEvent(new CustomEvent(type, { cancelable, detail }));
}
