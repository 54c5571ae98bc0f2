import { type JsonObject, type JsonRpcMessage, type McpHostHandlers, McpProtocolError } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { deferred } from "../fixtures/deferred.ts";
import { echo, modernServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

const form = {
  method: "elicitation/create",
  params: {
    message: "Who are you?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer", default: 7 } },
    },
  },
};

/** A session with a server that answers its calls in turn; the last answer stays. */
function asking(answers: readonly JsonObject[], handlers: McpHostHandlers, method = "tools/call") {
  let call = 0;
  const calls: JsonRpcMessage[] = [];
  const scripted = scriptedSession(
    modernServer({
      [method]: (message) => {
        calls.push(message);
        return answers[Math.min(call++, answers.length - 1)] ?? { resultType: "complete", ...echo(message) };
      },
    }),
    { era: "modern", handlers },
  );
  return { ...scripted, calls };
}

const done = { resultType: "complete", content: [{ type: "text", text: "done" }] };
const ask = (inputRequests: JsonObject, requestState?: string): JsonObject => ({
  resultType: "input_required",
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
});

describe("a call that needs input", () => {
  test("asks the host everything at once and repeats the request with the answers and the exact state", async () => {
    const seen: unknown[] = [];
    const handlers: McpHostHandlers = {
      async elicit(request, from) {
        seen.push([request, from.serverId]);
        return { action: "accept", content: { name: "Ada" } };
      },
      sample: async () => ({ role: "assistant", content: { type: "text", text: "Paris" }, model: "m" }),
      roots: async () => [{ uri: "file:///w", name: "w" }],
    };
    const state = " {not: json} \u0000ü= ";
    const questions = {
      who: form,
      capital: { method: "sampling/createMessage", params: { messages: [], maxTokens: 5 } },
      where: { method: "roots/list" },
    };
    const { session, calls, clock } = asking([ask(questions, state), done], handlers);
    const result = await session.callTool("echo", { text: "x" }, { meta: { traceparent: "00-1" } });
    expect(result.output).toBe("done");
    expect(seen).toEqual([[form.params, "server"]]);
    const [first, second] = calls;
    expect(first?.params).not.toHaveProperty("requestState");
    expect(second?.params).toMatchObject({
      name: "echo",
      arguments: { text: "x" },
      requestState: state,
      inputResponses: {
        who: { action: "accept", content: { name: "Ada", age: 7 } },
        capital: { role: "assistant", content: { type: "text", text: "Paris" }, model: "m" },
        where: { roots: [{ uri: "file:///w", name: "w" }] },
      },
      _meta: { traceparent: "00-1" },
    });
    expect(second?.id).not.toBe(first?.id);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("gets no state back that it did not send, and no answers of another round", async () => {
    const handlers: McpHostHandlers = { elicit: async () => ({ action: "decline" }) };
    const { session, calls } = asking([ask({ a: form }, "s1"), ask({ b: form }), done], handlers);
    await session.callTool("echo", {});
    expect(calls[1]?.params).toMatchObject({
      requestState: "s1",
      inputResponses: { a: { action: "decline" } },
    });
    expect(calls[2]?.params).not.toHaveProperty("requestState");
    expect(calls[2]?.params?.inputResponses).toEqual({ b: { action: "decline" } });
    await session.stop();
  });

  test("that only wants to be asked again is paced", async () => {
    const { session, calls, clock } = asking(
      [
        { resultType: "input_required", requestState: "1" },
        { resultType: "input_required", requestState: "2" },
        done,
      ],
      {},
    );
    await session.connect();
    const call = session.callTool("echo", {});
    await clock.advance(249);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls).toHaveLength(2);
    await clock.advance(250);
    expect((await call).output).toBe("done");
    expect(calls.map((message) => message.params?.requestState)).toEqual([undefined, "1", "2"]);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("again and again ends after ten rounds", async () => {
    const handlers: McpHostHandlers = { elicit: async () => ({ action: "accept", content: {} }) };
    const { session, calls } = asking([ask({ a: form })], handlers);
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      code: "call_failed",
      outcome: "answered",
      message: expect.stringContaining("10 rounds"),
    });
    expect(calls).toHaveLength(11);
    await session.stop();
  });

  test.each([
    ["nobody can give", ask({ a: form }), {}, "unsupported"],
    ["is of an unknown kind", ask({ a: { method: "tasks/get" } }), {}, "unsupported"],
    ["has no method", ask({ a: "?" }), {}, "call_failed"],
    ["asks nothing", { resultType: "input_required" }, {}, "call_failed"],
    [
      "is not valid",
      ask({ a: { ...form, params: {} } }),
      { elicit: async () => ({ action: "cancel" }) },
      "call_failed",
    ],
    ["the host answers with junk", ask({ a: form }), { elicit: async () => ({}) }, "call_failed"],
  ] as const)("that %s fails clearly, and is not sent again", async (_what, answer, handlers, code) => {
    const { session, calls } = asking([answer], handlers);
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      code,
      outcome: "answered",
      toolName: "echo",
    });
    expect(calls).toHaveLength(1);
    await session.stop();
  });

  test("fails with the host's own error as its cause, and the other questions are withdrawn", async () => {
    const failure = new Error("hunter2");
    let withdrawn = false;
    const handlers: McpHostHandlers = {
      elicit: async () => {
        throw failure;
      },
      sample: (_request, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            withdrawn = true;
            reject(signal.reason);
          }),
        ),
    };
    const { session } = asking(
      [ask({ a: form, b: { method: "sampling/createMessage", params: { messages: [] } } })],
      handlers,
    );
    const error = await session.callTool("echo", {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ outcome: "answered", cause: failure });
    expect(JSON.stringify(error)).not.toContain("hunter2");
    expect(withdrawn).toBe(true);
    await session.stop();
  });

  test("has no call deadline while a human answers, but a total one", async () => {
    const answer = deferred<JsonObject>();
    const { session, clock, calls } = asking([ask({ a: form }), done], { elicit: () => answer.promise });
    await session.connect();
    const call = session.callTool("echo", {}, { timeoutMs: 100, totalTimeoutMs: 10_000 });
    await clock.advance(9_000);
    answer.resolve({ action: "accept" });
    expect((await call).output).toBe("done");

    const slow = session.callTool("echo", {}, { timeoutMs: 100, totalTimeoutMs: 10_000 });
    expect((await slow).output).toBe("done");
    expect(calls).toHaveLength(3);

    const never = asking([ask({ a: form })], { elicit: () => new Promise(() => undefined) });
    await never.session.connect();
    const late = never.session.callTool("echo", {}, { totalTimeoutMs: 500 }).catch((error: unknown) => error);
    await never.clock.advance(500);
    expect(await late).toMatchObject({
      code: "timeout",
      deadline: "total",
      timeoutMs: 500,
      outcome: "answered",
    });
    await session.stop();
    await never.session.stop();
    expect(never.clock.armed).toBe(0);
  });

  test("ends when its caller aborts, and the host's question with it", async () => {
    let signal: AbortSignal | undefined;
    const { session, clock, calls } = asking([ask({ a: form })], {
      elicit: (_request, from) => {
        signal = from.signal;
        return new Promise(() => undefined);
      },
    });
    await session.connect();
    const controller = new AbortController();
    const call = session.callTool("echo", {}, { signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(10);
    controller.abort("enough");
    expect(await call).toMatchObject({ code: "cancelled", outcome: "answered", cause: "enough" });
    expect(signal?.aborted).toBe(true);
    expect(calls).toHaveLength(1);
    await session.stop();
    expect(clock.armed).toBe(0);
  });
});

test.each([
  ["stops", "closed"],
  ["drops", "process_exited"],
] as const)(
  "a connection that %s while the host is asked ends the call, and the question",
  async (how, code) => {
    let signal: AbortSignal | undefined;
    const { session, clock, peer } = asking([ask({ a: form })], {
      elicit: (_request, from) => {
        signal = from.signal;
        return new Promise(() => undefined);
      },
    });
    await session.connect();
    const call = session.callTool("echo", {}).catch((error: unknown) => error);
    await clock.advance(10);
    const error = new McpProtocolError({ phase: "connect", code: "process_exited", message: "It exited." });
    if (how === "drops") peer().die({ reason: "process-exited", error });
    const stopping = session.stop();
    expect(await call).toMatchObject({ code, outcome: "answered", phase: "call" });
    expect(signal?.aborted).toBe(true);
    await stopping;
    expect(clock.armed).toBe(0);
  },
);

test("a read may need input too; other requests may not", async () => {
  const handlers: McpHostHandlers = { elicit: async () => ({ action: "accept" }) };
  const read = asking(
    [ask({ a: form }), { resultType: "complete", contents: [] }],
    handlers,
    "resources/read",
  );
  expect(await read.session.request("resources/read", { uri: "a:b" })).toMatchObject({ contents: [] });
  expect(read.calls[1]?.params).toMatchObject({
    uri: "a:b",
    inputResponses: { a: { action: "accept", content: {} } },
  });
  await read.session.stop();

  const list = asking([ask({ a: form })], handlers, "resources/list");
  await expect(list.session.request("resources/list", {})).rejects.toMatchObject({
    phase: "read",
    outcome: "answered",
  });
  await list.session.stop();
});

describe("the type of a result", () => {
  test.each(["task", "later", 5, null])("%s is refused in the modern era, and said", async (resultType) => {
    const { session } = asking([{ resultType, task: { taskId: "t1" } }], {});
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      name: "McpProtocolError",
      code: "unsupported",
      phase: "call",
      outcome: "answered",
    });
    await session.stop();
  });

  test("that is absent counts as complete, whatever else the result holds", async () => {
    const { session, calls } = asking([{ content: [], inputRequests: { a: form }, requestState: "s" }], {});
    expect((await session.callTool("echo", {})).raw).toMatchObject({ requestState: "s" });
    expect(calls).toHaveLength(1);
    await session.stop();
  });
});
