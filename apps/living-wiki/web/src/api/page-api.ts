import type { AddServersRequest, AddServersResult } from "../../../src/contract/add-servers.ts";
import type { CallOutcome, CallRequest } from "../../../src/contract/call.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import type { SandboxId } from "../../../src/contract/sandbox-view.ts";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { ApiError } from "./api-error.ts";
import { readEvents } from "./read-events.ts";
import type { SendRequest } from "./send-request.ts";

/** What the page asks of the app about its servers and their tools. */
export interface PageApi {
  tools(serverId: string): Promise<readonly ToolView[]>;
  kill(serverId: string): Promise<void>;
  reconnect(serverId: string): Promise<void>;
  /** Starts what a pasted text declares. What is wrong with it is part of the answer. */
  addServers(request: AddServersRequest): Promise<AddServersResult>;
  removeServer(serverId: string): Promise<void>;
  moveServer(serverId: string, sandbox: SandboxId): Promise<void>;
  /** Says that programs of servers may run on the host. */
  allowHost(): Promise<void>;
  /** Resolves with how the call ended. */
  call(request: CallRequest): Promise<CallOutcome>;
  cancel(callId: string): Promise<void>;
  /** Resolves when the stream ends. `opened` is called when the app has answered. */
  events(onEvent: (event: PageEvent) => void, opened: () => void): Promise<void>;
}

/** Makes the API of this run. Its methods reject with {@link ApiError}. */
export function createPageApi(send: SendRequest): PageApi {
  const server = (serverId: string): string => `/servers/${encodeURIComponent(serverId)}`;

  return {
    async tools(serverId) {
      const response = await send("GET", `${server(serverId)}/tools`);
      const body: { readonly tools: readonly ToolView[] } = await response.json();
      return body.tools;
    },
    async kill(serverId) {
      await send("POST", `${server(serverId)}/kill`);
    },
    async reconnect(serverId) {
      await send("POST", `${server(serverId)}/reconnect`);
    },
    async addServers(body) {
      try {
        const response = await send("POST", "/servers", { body });
        return await response.json();
      } catch (error) {
        if (error instanceof ApiError && isAddResult(error.answer)) return error.answer;
        throw error;
      }
    },
    async removeServer(serverId) {
      await send("DELETE", server(serverId));
    },
    async moveServer(serverId, sandbox) {
      await send("PUT", `${server(serverId)}/sandbox`, { body: { sandbox } });
    },
    async allowHost() {
      await send("POST", "/consent", { body: { host: true } });
    },
    async call(body) {
      const response = await send("POST", "/calls", { body });
      return response.json();
    },
    async cancel(callId) {
      await send("DELETE", `/calls/${callId}`);
    },
    async events(onEvent, opened) {
      const { body } = await send("GET", "/events");
      if (body === null) return;
      opened();
      await readEvents(body, (data) => onEvent(JSON.parse(data)));
    },
  };
}

function isAddResult(answer: unknown): answer is AddServersResult {
  return typeof answer === "object" && answer !== null && "problems" in answer && "added" in answer;
}
