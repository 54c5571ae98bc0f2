import type { JsonRpcMessage, McpLoss, McpSendOptions } from "@x/mcp-core";
import { lossError } from "./loss-error.ts";
import type { SdkChannel } from "./sdk-channel.ts";
import type { SdkSendOptions } from "./sdk-transport.ts";

/** A request that is not answered yet. */
export interface OpenSend {
  /** Its answer was delivered, or the transport ended. */
  settled(): void;
  lost(loss: McpLoss): void;
}

/** Requests by their exact id. */
export type OpenSends = Map<string | number, OpenSend>;

const internalError = -32603;

/** On a pipe: resolves when the request is written. A loss becomes an error answer, since nothing else is left. */
export async function sendWritten(
  channel: SdkChannel,
  open: OpenSends,
  request: JsonRpcMessage,
  id: string | number,
  deliver: (message: JsonRpcMessage) => void,
): Promise<void> {
  open.set(id, {
    settled: () => {},
    lost: ({ cause }) =>
      deliver({ jsonrpc: "2.0", id, error: { code: internalError, message: cause.message } }),
  });
  try {
    await channel.send(request);
  } catch (error) {
    open.delete(id);
    throw error;
  }
}

/** Over HTTP: resolves when the answer is there or the request was aborted, rejects with what its loss means. */
export function sendUntilAnswered(
  channel: SdkChannel,
  open: OpenSends,
  request: JsonRpcMessage,
  id: string | number,
  { requestSignal, onRequestStreamEnd, headers }: SdkSendOptions,
): Promise<void> {
  const sendOptions: McpSendOptions = {
    ...(headers === undefined ? {} : { headers }),
    ...(requestSignal === undefined ? {} : { signal: requestSignal }),
  };
  return new Promise((resolve, reject) => {
    const settled = (): void => {
      requestSignal?.removeEventListener("abort", onAbort);
      resolve();
    };
    const onAbort = (): void => {
      open.delete(id);
      settled();
    };
    open.set(id, {
      settled,
      lost(loss) {
        void lossError(loss).then((error) => {
          if (!requestSignal?.aborted) onRequestStreamEnd?.();
          reject(error);
          settled();
        });
      },
    });
    requestSignal?.addEventListener("abort", onAbort, { once: true });
    channel.send(request, sendOptions).catch((error: unknown) => {
      open.delete(id);
      reject(error);
      settled();
    });
  });
}
