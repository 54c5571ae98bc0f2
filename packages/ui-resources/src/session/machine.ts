import type { UiJsonObject } from "../data/json.ts";
import type { KnownTool } from "./clean/known-tool.ts";
import type { ViewAppInfo, ViewDisplayMode } from "./host-context.ts";
import type { Bucket } from "./rate.ts";
import type { ViewSettings } from "./settings.ts";
import type { ViewCloseReason, ViewEffect, ViewFailure } from "./view-effect.ts";
import type { ViewApprovalRequest, ViewModelContext, ViewRequest } from "./view-request.ts";
import type { ViewPhase } from "./view-session-state.ts";

/** The id of a request, as JSON-RPC has it. */
export type RpcId = string | number;

/** A request of the view that the host works on. */
export interface Pending {
  readonly key: string;
  readonly id: RpcId;
  readonly method: string;
  readonly deadlineMs: number;
  /** Waits for a decision; else the host is at work. */
  readonly approval?: ViewApprovalRequest;
  readonly request?: ViewRequest;
}

/** A request of ours that the view has to answer. */
export interface Asked {
  readonly id: string;
  readonly purpose: "teardown" | "ping" | "app-tools" | "app-tool";
  readonly callId?: string;
  readonly deadlineMs: number;
}

/** A size that waits for its turn. */
export interface PendingSize {
  readonly width?: number;
  readonly height?: number;
}

/** Everything a session knows. One object for each session, changed only while an event is dispatched. */
export interface Machine {
  readonly settings: ViewSettings;
  tools: ReadonlyMap<string, KnownTool>;
  readonly buckets: Map<string, Bucket>;
  readonly pending: Map<string, Pending>;
  readonly asked: Map<string, Asked>;
  readonly approvedTools: Set<string>;
  effects: ViewEffect[];
  nowMs: number;
  phase: ViewPhase;
  app: ViewAppInfo | undefined;
  hostContext: UiJsonObject;
  toolInputPartial: UiJsonObject | undefined;
  toolInput: UiJsonObject | undefined;
  toolResult: UiJsonObject | undefined;
  toolCancelled: { readonly reason: string } | undefined;
  /** Whether this frame has been told the arguments. */
  inputTold: boolean;
  modelContext: ViewModelContext | undefined;
  initDeadlineMs: number | undefined;
  /** What of the context changed while the view could not be told. */
  untoldContext: UiJsonObject | undefined;
  pendingSize: PendingSize | undefined;
  /** The view's list of tools changed, and the host will be told in a while. */
  pendingListChange: boolean;
  failure: ViewFailure | undefined;
  closeReason: ViewCloseReason;
  closed: { readonly reason: ViewCloseReason; readonly answered: boolean } | undefined;
  /** Messages over the rate since it last was under it. */
  dropped: number;
  nextKey: number;
  wakeAtMs: number | undefined;
}

/** How the view is shown now. */
export function displayModeOf(machine: Machine): ViewDisplayMode {
  return (machine.hostContext.displayMode as ViewDisplayMode | undefined) ?? "inline";
}
