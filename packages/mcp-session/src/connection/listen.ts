import { type Clock, isJsonObject, type JsonObject, type McpBackoffConfig } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";
import type { McpExchangeOutcome } from "../exchange/outcome.ts";
import { metaKeys } from "../negotiate/meta-keys.ts";
import { pacedDelayMs, retryAfterMsOf } from "../supervisor/paced-delay.ts";
import type { ChangingList } from "./list-changes.ts";

/** The standing subscription to list changes of one modern connection. */
export interface Listen {
  start(): void;
  /** Looks at a notification; true where it was about the subscription itself. */
  notification(method: string, params: JsonObject): boolean;
  /** Whether a change notification is ours to act on. */
  concerns(params: JsonObject): boolean;
  end(): void;
}

const backoff: McpBackoffConfig = { initialDelayMs: 500, maxDelayMs: 15_000, factor: 2 };

/** A server that does not acknowledge in this time is taken as not listening. */
const ackTimeoutMs = 30_000;

/** A subscription that lived this long was a good one: the count of failures starts again. */
const healthyMs = 30_000;

/** So many subscriptions in a row that end soon, and the server is left in peace. */
const maxFailures = 8;

/**
 * Keeps a `subscriptions/listen` open (MCP 2026-07-28 basic/patterns/subscriptions). A dropped one is opened again
 * with back-off, and whoever listens is told to look again, since changes may have been missed. One that the
 * server narrowed to nothing is closed, one that it refuses is given up.
 */
export function createListen(options: {
  readonly exchange: McpExchange;
  readonly clock: Clock;
  /** Whose changes are asked for. */
  readonly lists: readonly ChangingList[];
  onReopened(): void;
  warn(code: string, message: string): void;
}): Listen {
  const { exchange, clock, lists, warn } = options;
  const filter = Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]));
  let stream:
    | { readonly id: string; readonly stop: AbortController; ackedAt: number | undefined }
    | undefined;
  let disarm: (() => void) | undefined;
  let failures = 0;
  let opened = 0;
  let over = false;

  const end = (): void => {
    over = true;
    disarm?.();
    stream?.stop.abort();
    stream = undefined;
  };

  const giveUp = (why: string): void => {
    end();
    warn(
      "listen-ended",
      `Changes of ${lists.join(", ")} are no longer announced: ${why}. List them again to look.`,
    );
  };

  const open = (): void => {
    const stop = new AbortController();
    const current = { id: "", stop, ackedAt: undefined as number | undefined };
    disarm = clock.after(ackTimeoutMs, () => stop.abort());
    void exchange
      .request(
        "subscriptions/listen",
        { notifications: filter },
        {
          signal: stop.signal,
          onId(id) {
            current.id = id;
            stream = current;
          },
        },
      )
      .then((outcome) => closed(outcome, current.ackedAt));
  };

  const closed = (outcome: McpExchangeOutcome, ackedAt: number | undefined): void => {
    disarm?.();
    stream = undefined;
    if (over || outcome.kind === "closed" || outcome.kind === "not-sent") return;
    failures = ackedAt !== undefined && clock.now() - ackedAt >= healthyMs ? 1 : failures + 1;
    if (outcome.kind === "rpc-error" && ackedAt === undefined)
      giveUp(`the server refused the subscription with error ${outcome.code}`);
    else if (failures >= maxFailures) giveUp(`the subscription ended ${failures} times`);
    else disarm = clock.after(pacedDelayMs(backoff, failures, clock.random, retryAfterOf(outcome)), open);
  };

  const acknowledged = (params: JsonObject): void => {
    if (stream === undefined || stream.ackedAt !== undefined) return;
    disarm?.();
    stream.ackedAt = clock.now();
    const honoured = isJsonObject(params.notifications) ? params.notifications : {};
    const left = lists.filter((list) => honoured[`${list}ListChanged`] !== true);
    if (left.length === lists.length) {
      giveUp("the server left them out of the subscription");
      return;
    }
    if (left.length > 0 && opened === 0)
      warn("listen-narrowed", `The server announces no changes of ${left.join(", ")}, though it said so.`);
    if (++opened > 1) options.onReopened();
  };

  return {
    start: open,
    notification(method, params) {
      if (stream === undefined) return false;
      if (method === "notifications/subscriptions/acknowledged" && subscriptionOf(params) === stream.id)
        acknowledged(params);
      else if (method === "notifications/cancelled" && params.requestId === stream.id) stream.stop.abort();
      else return false;
      return true;
    },
    concerns(params) {
      const id = subscriptionOf(params);
      return id === undefined || id === stream?.id;
    },
    end,
  };
}

function retryAfterOf(outcome: McpExchangeOutcome): number | undefined {
  return outcome.kind === "lost" ? retryAfterMsOf(outcome.loss.cause) : undefined;
}

function subscriptionOf(params: JsonObject): unknown {
  return isJsonObject(params._meta) ? params._meta[metaKeys.subscriptionId] : undefined;
}
