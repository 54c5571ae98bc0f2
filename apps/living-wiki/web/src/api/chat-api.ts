import type { ApprovalAnswer, ChatSend, ChatView } from "../../../src/contract/chat.ts";
import type { Arguments } from "../store/run-store.ts";
import { ApiError } from "./api-error.ts";
import type { SendRequest } from "./send-request.ts";

/** The agent's side of the API. */
export interface ChatApi {
  transcript(): Promise<ChatView>;
  send(message: ChatSend): Promise<void>;
  /** Ends the turn that runs; fine where none does. */
  cancel(): Promise<void>;
  clear(): Promise<void>;
  approve(approvalId: string, answer: ApprovalAnswer): Promise<void>;
  answer(questionId: string, values: Arguments): Promise<void>;
  /** Says that there is no answer. */
  decline(questionId: string): Promise<void>;
}

/** Makes the chat's part of the API. */
export function createChatApi(send: SendRequest): ChatApi {
  return {
    async transcript() {
      const response = await send("GET", "/chat");
      return response.json();
    },
    async send(body) {
      await send("POST", "/chat/turns", { body });
    },
    async cancel() {
      try {
        await send("POST", "/chat/cancel");
      } catch (error) {
        // It ended just now: what was asked for.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    async clear() {
      await send("DELETE", "/chat");
    },
    async approve(approvalId, body) {
      await send("POST", `/approvals/${encodeURIComponent(approvalId)}`, { body });
    },
    async answer(questionId, values) {
      await send("POST", `/questions/${encodeURIComponent(questionId)}`, { body: { values } });
    },
    async decline(questionId) {
      await send("POST", `/questions/${encodeURIComponent(questionId)}`, { body: { declined: true } });
    },
  };
}
