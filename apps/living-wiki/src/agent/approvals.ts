import { randomUUID } from "node:crypto";
import type { JsonObject } from "@x/mcp";
import type { ApprovalAnswer, ApprovalView } from "../contract/chat.ts";

/** What somebody said to a call. */
export type ApprovalOutcome =
  | { readonly approved: true; readonly args?: JsonObject }
  | { readonly approved: false; readonly reason?: string };

/** What became of a request for approval. */
export type ApprovalEvent =
  | { readonly type: "asked"; readonly approval: ApprovalView }
  | {
      readonly type: "ended";
      readonly approval: ApprovalView;
      readonly approved: boolean;
      /** What is sent, where a person changed it. */
      readonly args?: JsonObject;
    };

/** The calls that wait for a person. */
export interface Approvals {
  /** Oldest first. */
  readonly open: readonly ApprovalView[];
  /** Asks; resolves with the answer, rejects with the signal's reason. A tool that is remembered is not asked for. */
  ask(request: Omit<ApprovalView, "approvalId">, signal: AbortSignal): Promise<ApprovalOutcome>;
  /** False where nobody waits for it. */
  answer(approvalId: string, answer: ApprovalAnswer): boolean;
  on(handler: (event: ApprovalEvent) => void): () => void;
}

interface Waiting {
  readonly approval: ApprovalView;
  settle(answer: ApprovalAnswer): void;
}

/** Makes the book of approvals; what is remembered is forgotten with it. */
export function createApprovals(newId: () => string = randomUUID): Approvals {
  const waiting = new Map<string, Waiting>();
  const remembered = new Set<string>();
  const handlers = new Set<(event: ApprovalEvent) => void>();
  const tell = (event: ApprovalEvent): void => {
    for (const handler of handlers) handler(event);
  };
  // A widget's calls are its own business: yes to the chat is no yes to a widget.
  const keyOf = ({ from, tool }: Pick<ApprovalView, "from" | "tool">): string => `${from} ${tool}`;

  return {
    get open() {
      return [...waiting.values()].map(({ approval }) => approval);
    },
    ask(request, signal) {
      if (remembered.has(keyOf(request))) return Promise.resolve({ approved: true });
      const approval: ApprovalView = { ...request, approvalId: newId() };
      return new Promise((resolve, reject) => {
        const end = (approved: boolean, args?: JsonObject): void => {
          waiting.delete(approval.approvalId);
          signal.removeEventListener("abort", onAbort);
          tell({ type: "ended", approval, approved, ...(args === undefined ? {} : { args }) });
        };
        const onAbort = (): void => {
          end(false);
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
        const settle = ({ approved, remember, arguments: args, reason }: ApprovalAnswer): void => {
          if (approved && remember === "tool") remembered.add(keyOf(approval));
          end(approved, args);
          if (approved) resolve({ approved, ...(args === undefined ? {} : { args }) });
          else resolve({ approved, ...(reason === undefined ? {} : { reason }) });
        };
        waiting.set(approval.approvalId, { approval, settle });
        tell({ type: "asked", approval });
      });
    },
    answer(approvalId, answer) {
      const asked = waiting.get(approvalId);
      asked?.settle(answer);
      return asked !== undefined;
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}
