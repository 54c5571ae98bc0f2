import { isJsonObject } from "@x/mcp-core";
import type { ApprovalDecision } from "./approval.ts";

/**
 * What an approver answered, as a decision; `undefined` where it is none. Only the word itself is a yes: whoever
 * answers `{ approved: "no" }`, or forgets to answer, has let nothing run.
 */
export function readDecision(answer: unknown): ApprovalDecision | undefined {
  if (typeof answer === "boolean") return { approved: answer };
  if (!isJsonObject(answer) || typeof answer.approved !== "boolean") return undefined;
  const { approved, reason, args } = answer;
  if (reason !== undefined && typeof reason !== "string") return undefined;
  if (approved && args !== undefined && !isJsonObject(args)) return undefined;
  return answer as unknown as ApprovalDecision;
}
