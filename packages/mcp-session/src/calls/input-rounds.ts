import { type Clock, isJsonObject, type JsonObject, McpProtocolError } from "@x/mcp-core";
import type { HostAnswer, HostRequests } from "../connection/host-requests.ts";
import type { McpExchangeOutcome } from "../exchange/outcome.ts";
import { failureContext, type Operation } from "./operation.ts";
import { type OperationWatch, type WatchParts, watchOperation } from "./operation-watch.ts";

/** So many rounds of questions, and the call is given up. */
const maxRounds = 10;

/** The pace of rounds that ask nothing: the server only wants to be asked again. */
const emptyRoundMs = 250;

/** Requests that may be answered with questions (MCP 2026-07-28 basic/patterns/mrtr). */
const asking: ReadonlySet<string> = new Set(["tools/call", "resources/read", "prompts/get"]);

/** Whether an outcome is not the end: the server asks for input first. */
export function asksForInput(outcome: McpExchangeOutcome): boolean {
  return outcome.kind === "result" && outcome.result.resultType === "input_required";
}

/**
 * Answers the questions of a server until there is a result (MCP 2026-07-28 basic/patterns/mrtr). Each round asks
 * the host everything at once, repeats the request with the answers and the server's state, untouched, under a new
 * id. No call timer runs while the host works; the total deadline does, and the end of the connection ends it too.
 * Nothing of it is cached.
 */
export async function answerInputRounds(
  first: McpExchangeOutcome,
  operation: Operation,
  parts: WatchParts & { send(params: JsonObject): Promise<McpExchangeOutcome> },
): Promise<McpExchangeOutcome> {
  const watch = watchOperation(operation, parts);
  try {
    let outcome = first;
    for (let round = 1; outcome.kind === "result" && asksForInput(outcome); round++) {
      if (!asking.has(operation.method))
        throw failure(operation, "was answered with a question, which only calls and reads may be");
      if (round > maxRounds) throw failure(operation, `still needed input after ${maxRounds} rounds`);
      const answers = await answerRound(outcome.result, operation, parts, watch);
      outcome = await parts.send({ ...operation.params, ...answers });
    }
    return outcome;
  } finally {
    watch.end();
  }
}

async function answerRound(
  result: JsonObject,
  operation: Operation,
  parts: WatchParts,
  watch: OperationWatch,
): Promise<JsonObject> {
  const { requestState } = result;
  const questions = Object.entries(isJsonObject(result.inputRequests) ? result.inputRequests : {});
  const state = typeof requestState === "string" ? { requestState } : {};
  if (questions.length === 0) {
    if (typeof requestState !== "string")
      throw failure(operation, "was answered with a question that asks nothing");
    await watch.orOver(pause(parts.clock, watch));
    return state;
  }
  const answers = questions.map(async ([key, question]): Promise<readonly [string, JsonObject]> => {
    const answer = await ask(question, parts.connection.host, watch.signal);
    if (answer.kind === "answer") return [key, answer.result];
    const error = failure(operation, `needs input, but ${answer.detail}`, answer);
    watch.abort(error);
    throw error;
  });
  return { inputResponses: Object.fromEntries(await watch.orOver(Promise.all(answers))), ...state };
}

function ask(question: unknown, host: HostRequests, signal: AbortSignal): Promise<HostAnswer> {
  const { method, params } = isJsonObject(question) ? question : ({} as JsonObject);
  if (typeof method !== "string")
    return Promise.resolve({ kind: "invalid-request", detail: "the question has no method" });
  return host.ask(method, isJsonObject(params) ? params : {}, signal);
}

function pause(clock: Clock, watch: OperationWatch): Promise<void> {
  return new Promise((resolve) => {
    const disarm = clock.after(emptyRoundMs, resolve);
    watch.signal.addEventListener("abort", disarm, { once: true });
  });
}

/** The answer was a question, so the request itself is answered: nothing of it is running any more. */
function failure(operation: Operation, what: string, answer?: HostAnswer): McpProtocolError {
  const context = failureContext(operation);
  return new McpProtocolError({
    ...context,
    ...(answer?.kind === "unsupported" ? { code: "unsupported" as const } : {}),
    message: `${context.what} ${what}.`,
    outcome: "answered",
    cause: answer?.kind === "failed" ? answer.cause : undefined,
  });
}
