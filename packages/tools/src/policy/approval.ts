import type { JsonObject, McpTool } from "@x/mcp-core";

/** A call that somebody has to say yes to. */
export interface ApprovalRequest {
  /** With server, description and annotations; the hints are as trustworthy as the server. */
  readonly tool: McpTool;
  /** A copy of what would be sent. */
  readonly args: JsonObject;
  /** Why it is asked for. */
  readonly reason: string;
  readonly toolCallId: string | undefined;
}

/** What somebody said. */
export type ApprovalDecision =
  | {
      readonly approved: true;
      /** Sent in the place of the model's, where a person changed them. */
      readonly args?: JsonObject;
      readonly reason?: string;
    }
  | {
      readonly approved: false;
      /** For the model. */
      readonly reason?: string;
    };

/** Asks somebody. What it throws fails the call, and nothing is sent. */
export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => boolean | ApprovalDecision | Promise<boolean | ApprovalDecision>;
