import type { UiJson, UiJsonObject } from "../data/json.ts";
import type { ViewDisplayMode } from "./host-context.ts";

/** Why a call of a tool went through. */
export type ViewApprovalBasis = "policy" | "read-only" | "once" | "remembered";

/**
 * Something the view wants, checked and let through. The host does it and answers with a `settle` event; what it
 * answers with is noted at each. Everything is frozen.
 */
export type ViewRequest =
  /** Call the tool on the view's own server. Result: the `CallToolResult`. */
  | {
      readonly kind: "call-tool";
      readonly serverId: string;
      readonly tool: string;
      /** The very object that was approved. */
      readonly arguments: UiJsonObject;
      readonly approvedBy: ViewApprovalBasis;
    }
  /** Read it from the view's own server. Result: the `ReadResourceResult`. */
  | { readonly kind: "read-resource"; readonly serverId: string; readonly uri: string }
  /** Open it outside of the page, after showing the user where it leads. Result: anything. */
  | { readonly kind: "open-link"; readonly url: string; readonly host: string }
  /** Put it into the conversation as from the user, with the user's consent. Result: anything. */
  | { readonly kind: "message"; readonly role: "user"; readonly content: readonly UiJsonObject[] }
  /** Switch to the mode. Result: the `ViewDisplayMode` it is now, or `{ mode }`; anything else means "as before". */
  | { readonly kind: "display-mode"; readonly mode: ViewDisplayMode; readonly from: ViewDisplayMode }
  /** Save files after asking the user (draft). Result: anything. */
  | { readonly kind: "download"; readonly contents: readonly UiJsonObject[] }
  /** Ask the model, with the user's consent (draft). Result: the `CreateMessageResult`. */
  | { readonly kind: "sample"; readonly params: UiJsonObject }
  /** The resources of the view's own server (draft). Result: the `ListResourcesResult`. */
  | { readonly kind: "list-resources"; readonly serverId: string; readonly cursor?: string };

/** A call of a tool that somebody has to approve: shown as it is, and called as it was shown. */
export interface ViewApprovalRequest {
  readonly serverId: string;
  readonly tool: string;
  readonly instance: string;
  /** Frozen. */
  readonly arguments: UiJsonObject;
  /** The hints that the tool gives of itself. Untrusted. */
  readonly annotations: UiJsonObject;
}

/** A person's or a policy's answer: this once, from now on for this (server, tool, instance), or not. */
export type ViewDecision = "once" | "always" | "deny";

/** What the view last told the model; each replaces the one before it. Untrusted: never a system message. */
export interface ViewModelContext {
  readonly content?: readonly UiJsonObject[];
  readonly structuredContent?: UiJsonObject;
}

/** A log entry of the view. */
export interface ViewLogEntry {
  readonly level: string;
  readonly logger?: string;
  readonly data: UiJson;
}
