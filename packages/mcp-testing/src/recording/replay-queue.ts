import { type JsonObject, McpProtocolError } from "@x/mcp-core";
import type { McpRecording, RecordedCall, RecordedExchange, RecordedRequest } from "./recording.ts";
import { fitsRecorded } from "./redaction.ts";

/** The exchanges of a recording that are still to be asked for. */
export interface ReplayQueue {
  readonly asked: readonly RecordedExchange[];
  readonly remaining: readonly RecordedExchange[];
  /** @throws McpProtocolError where nothing fits. */
  takeCall(name: string, args: JsonObject): RecordedCall;
  takeRequest(method: string, params: JsonObject): RecordedRequest;
  assertComplete(): void;
}

/** Makes the queue of a recording. */
export function createReplayQueue(
  recording: McpRecording,
  options: { readonly order?: "any" | "strict"; readonly reuse?: boolean },
): ReplayQueue {
  const all = recording.exchanges.filter((exchange) => exchange.kind !== "list");
  const left = [...all];
  const asked: RecordedExchange[] = [];

  const take = <T extends RecordedCall | RecordedRequest>(
    fits: (exchange: RecordedExchange) => exchange is T,
    phase: "call" | "read",
    what: string,
    alike: number,
  ): T => {
    const index =
      options.order === "strict" ? (left[0] !== undefined && fits(left[0]) ? 0 : -1) : left.findIndex(fits);
    const again = options.reuse === true ? all.findLast(fits) : undefined;
    const found = index === -1 ? again : left.splice(index, 1)[0];
    if (found === undefined || !fits(found)) throw notRecorded(recording, phase, what, alike, options.order);
    asked.push(found);
    return found;
  };

  return {
    asked,
    remaining: left,
    takeCall: (name, args) =>
      take(
        (exchange): exchange is RecordedCall =>
          exchange.kind === "call" && exchange.name === name && fitsRecorded(exchange.args, args),
        "call",
        `call of tool "${name}"`,
        left.filter((exchange) => exchange.kind === "call" && exchange.name === name).length,
      ),
    takeRequest: (method, params) =>
      take(
        (exchange): exchange is RecordedRequest =>
          exchange.kind === "request" && exchange.method === method && fitsRecorded(exchange.params, params),
        "read",
        `request "${method}"`,
        left.filter((exchange) => exchange.kind === "request" && exchange.method === method).length,
      ),
    assertComplete() {
      if (left.length === 0) return;
      const names = left.map((exchange) =>
        exchange.kind === "call" ? exchange.name : exchange.kind === "request" ? exchange.method : "list",
      );
      throw new Error(
        `${left.length} recorded exchanges were not asked for: ${names.slice(0, 10).join(", ")}`,
      );
    },
  };
}

function notRecorded(
  { serverId }: McpRecording,
  phase: "call" | "read",
  what: string,
  alike: number,
  order: string | undefined,
): McpProtocolError {
  const next =
    order === "strict"
      ? "the next exchange is another one"
      : `${alike} of them are left, with other arguments`;
  const message = `The recording has no such ${what}: ${alike === 0 ? "none is left" : next}. Record the session again, or correct the test.`;
  return new McpProtocolError({ phase, message, serverId, outcome: "not-sent" });
}
