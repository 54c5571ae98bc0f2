import { isJsonObject, type JsonObject, type JsonRpcMessage, type McpEra, type McpLoss } from "@x/mcp-core";
import type { ExchangeOptions } from "./exchange.ts";
import type { OpenRequests } from "./open-requests.ts";
import { readAnswer } from "./outcome.ts";
import { progressToken, readProgress } from "./progress.ts";
import type { RecentIds } from "./recent-ids.ts";
import { createRepeatedWarning } from "./repeated-warning.ts";
import type { TapReceiver } from "./tap.ts";

/** What comes in on a wire, routed. */
export interface Inbound {
  message(message: JsonRpcMessage): void;
  lost(id: string | number, loss: McpLoss): void;
}

const none: JsonObject = {};

/** Routes messages: answers by the exact typed id, progress by token, the rest by method; strays are counted. */
export function createInbound(
  options: Pick<ExchangeOptions, "onRequest" | "onNotification" | "resetTimeoutOnProgress"> & {
    readonly requests: OpenRequests;
    readonly givenUp: RecentIds;
    readonly tapped: TapReceiver;
    warn(code: string, message: string): void;
    era(): McpEra | undefined;
  },
): Inbound {
  const { requests, givenUp, tapped } = options;
  const warn = createRepeatedWarning((code, message) => options.warn(code, message));

  const onAnswer = (message: JsonRpcMessage): void => {
    const { id } = message;
    const request = typeof id === "string" ? requests.get(id) : undefined;
    if (request !== undefined) requests.settle(request, readAnswer(message));
    // Late, after a time-out or an abort: the race is normal (MCP basic/patterns/cancellation).
    else if (typeof id === "string" && givenUp.take(id)) return;
    else if (!tapped.message(message))
      warn("unknown-answer", (count) => `${count} answer(s) that belong to no open request were dropped.`);
  };

  /** True where the notification was about a request of ours. */
  const onProgress = (params: JsonObject): boolean => {
    const token = progressToken(params);
    const request = token === undefined ? undefined : requests.get(token);
    if (request === undefined) return false;
    const progress = readProgress(params);
    if (progress === undefined) return true;
    if (options.resetTimeoutOnProgress) requests.touch(request);
    request.onProgress?.(progress);
    return true;
  };

  const onNotification = (message: JsonRpcMessage, method: string): void => {
    const params = isJsonObject(message.params) ? message.params : none;
    if (method === "notifications/progress" && onProgress(params)) return;
    if (!tapped.message(message)) options.onNotification(method, params);
  };

  const onRequest = (message: JsonRpcMessage, method: string, id: string | number): void => {
    if (tapped.message(message)) return;
    if (options.era() === "legacy")
      options.onRequest(id, method, isJsonObject(message.params) ? message.params : none);
    // Modern servers ask inside of results; a request on the wire gets no answer (2026-07-28 stdio).
    else
      warn("server-request", (count) => `${count} request(s) of the server were dropped: not in this era.`);
  };

  return {
    message(message) {
      const { id, method } = message;
      if (typeof method !== "string" || "result" in message || "error" in message) onAnswer(message);
      else if (id === undefined) onNotification(message, method);
      else if (typeof id === "string" || typeof id === "number") onRequest(message, method, id);
      else warn("malformed-message", (count) => `${count} message(s) with an unusable id were dropped.`);
    },
    lost(id, loss) {
      const request = typeof id === "string" ? requests.get(id) : undefined;
      if (request !== undefined) requests.settle(request, { kind: "lost", loss });
      else tapped.lost(id, loss);
    },
  };
}
