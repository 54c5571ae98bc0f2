import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApprovalAnswer, ApprovalView } from "../../../src/contract/chat.ts";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import { ApiError, toErrorView } from "../api/api-error.ts";
import type { ChatApi } from "../api/chat-api.ts";

/** What waits for a person's word. */
export interface ApprovalStore {
  /** Oldest first. */
  readonly waiting: ReadonlySignal<readonly ApprovalView[]>;
  /** Resolves with why the answer was not taken, if it was not. */
  answer(approvalId: string, answer: ApprovalAnswer): Promise<ErrorView | undefined>;
  take(event: PageEvent): void;
}

/** Makes an empty store. */
export function createApprovalStore(api: Pick<ChatApi, "approve">): ApprovalStore {
  const waiting = signal<readonly ApprovalView[]>([]);
  const drop = (approvalId: string): void => {
    waiting.value = waiting.peek().filter((one) => one.approvalId !== approvalId);
  };
  return {
    waiting,
    async answer(approvalId, answer) {
      try {
        await api.approve(approvalId, answer);
      } catch (error) {
        // Nobody waits any more: answered in another tab, or cancelled.
        if (!(error instanceof ApiError) || error.status !== 404) return toErrorView(error);
      }
      drop(approvalId);
      return undefined;
    },
    take(event) {
      switch (event.type) {
        case "hello":
          waiting.value = event.state.approvals;
          return;
        case "approval":
          drop(event.approval.approvalId);
          waiting.value = [...waiting.peek(), event.approval];
          return;
        case "approval-ended":
          drop(event.approvalId);
          return;
        default:
      }
    },
  };
}
