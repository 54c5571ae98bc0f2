import type { UiProblem } from "@x/ui-resources";
import type { McpSandboxRefusal } from "./refusal.ts";

/** What was answered to a request. Holds addresses and names, never a document, a signature or a token's value. */
export interface McpSandboxAuditEvent {
  readonly type: "served" | "refused";
  readonly route: "proxy" | "view" | "canary" | "none";
  readonly status: number;
  /** Why, where it was refused. */
  readonly refusal?: McpSandboxRefusal;
  /** What stands behind the refusal, such as what `resolveResource` threw. */
  readonly cause?: unknown;
  readonly uri?: string;
  readonly serverId?: string;
  readonly instance?: string;
  readonly host?: string;
  readonly theme?: string;
  /** SHA-256 of the document that was served. */
  readonly digest?: string;
  /** Origins and permissions that the document declared and was not given. */
  readonly problems: readonly UiProblem[];
  /** Names of theme tokens that were left out. */
  readonly refusedTokens: readonly string[];
}

/** Receives audit events. */
export type McpSandboxAudit = (event: McpSandboxAuditEvent) => void;
