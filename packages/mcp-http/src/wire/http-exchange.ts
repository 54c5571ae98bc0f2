import { isJsonObject, isMcpError, type JsonRpcMessage, type McpLoss, McpProtocolError } from "@x/mcp-core";
import { phaseOf } from "./phase.ts";
import { modernVersion } from "./request-headers.ts";
import type { WireContext } from "./wire-context.ts";

/** One message that is sent, until its answer, its loss or its end. */
export interface HttpExchange {
  readonly message: JsonRpcMessage;
  readonly modern: boolean;
  /** It is a request, so an answer is awaited. */
  readonly awaitsAnswer: boolean;
  /** Aborts when the caller gives the request up, when the wire closes, and when the stream is no longer needed. */
  readonly signal: AbortSignal;
  /** True once nothing is awaited any more, or nothing ever was. */
  readonly settled: boolean;
  /** Hands on what came. */
  deliver(value: unknown): void;
  /** As {@link HttpExchange.deliver}, from a stream: what is still open a while after the answer is closed. */
  receive(value: unknown): void;
  /** Reports that no answer will come. */
  lose(loss: McpLoss): void;
  /** As {@link HttpExchange.lose}, for an error of the connection or of reading. */
  fail(error: unknown): void;
  /** Forgets the exchange: its response was read to the end. */
  finish(): void;
  /** Ends what is still open of it, and forgets it. */
  end(): void;
  /** Ends it without a report: whoever waited has left. */
  abandon(): void;
}

/** A server may keep a stream open for so long after the answer. */
const lingerMs = 1_000;

/** Opens an exchange. `signal` is the caller's. */
export function openExchange(
  context: WireContext,
  message: JsonRpcMessage,
  signal: AbortSignal | undefined,
): HttpExchange {
  const controller = new AbortController();
  const { id, method } = message;
  const awaitsAnswer = method !== undefined && id !== undefined && id !== null;
  let settled = !awaitsAnswer;
  let disarm: (() => void) | undefined;

  const settle = (): boolean => {
    if (settled) return false;
    settled = true;
    signal?.removeEventListener("abort", abandon);
    return true;
  };
  const abandon = (): void => {
    settle();
    exchange.end();
  };
  const exchange: HttpExchange = {
    message,
    modern: modernVersion(message) !== undefined,
    awaitsAnswer,
    signal: controller.signal,
    get settled() {
      return settled;
    },
    deliver(value) {
      if (!isJsonObject(value)) {
        context.noise(value);
        return;
      }
      const received = value as unknown as JsonRpcMessage;
      if (received.method === undefined && received.id === id) settle();
      context.received(exchange, received);
    },
    receive(value) {
      exchange.deliver(value);
      if (settled) disarm ??= context.clock.after(lingerMs, exchange.end);
    },
    lose(loss) {
      if (loss.reason === "session-expired") context.expired ??= loss.cause;
      if (awaitsAnswer) {
        if (settle()) context.handlers().lost(id, loss);
      } else context.emit({ type: "warning", code: "message-refused", message: loss.cause.message });
    },
    fail: (error) => exchange.lose({ cause: lossCause(context, message, error) }),
    finish() {
      disarm?.();
      signal?.removeEventListener("abort", abandon);
      context.exchanges.delete(exchange);
    },
    end() {
      exchange.finish();
      // A reason of one's own, since the default one is an error with a stack, which is not free.
      controller.abort("The exchange is over.");
    },
    abandon,
  };
  context.exchanges.add(exchange);
  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon, { once: true });
  return exchange;
}

/** Gives an error of the connection the phase of the request that met it. */
function lossCause(context: WireContext, message: JsonRpcMessage, error: unknown): McpLoss["cause"] {
  if (isMcpError(error) && !(error instanceof McpProtocolError)) return error;
  const known = error instanceof McpProtocolError ? error : undefined;
  return new McpProtocolError({
    phase: phaseOf(message.method),
    ...(known?.code === "limit" || known?.code === "closed" ? { code: known.code } : {}),
    message:
      known?.message ?? `Reading the answer of ${context.serverId} failed; the reason is in \`cause\`.`,
    serverId: context.serverId,
    cause: error,
    outcome: known?.outcome ?? "unknown",
    retryable: known?.retryable,
  });
}
