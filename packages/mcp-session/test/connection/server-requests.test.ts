import type { JsonObject, JsonRpcMessage, McpHostHandlers } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { deferred } from "../fixtures/deferred.ts";
import { legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

const form: JsonObject = {
  mode: "form",
  message: "Your name?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string", default: "Ada" }, ok: { type: "boolean", default: false } },
  },
};

/** Asks a connected client something, and gives what it answered. */
async function asked(
  method: string,
  params: unknown,
  handlers: McpHostHandlers = {},
  more: Partial<Parameters<typeof scriptedSession>[1]> = {},
): Promise<JsonRpcMessage | undefined> {
  const { session, peer, clock } = scriptedSession(legacyServer(), { handlers, ...more });
  await session.connect();
  peer().say({ jsonrpc: "2.0", id: 5, method, params });
  await clock.advance(0);
  const answer = peer().sent.find((message) => message.id === 5);
  await session.stop();
  expect(clock.armed).toBe(0);
  return answer;
}

describe("a legacy server that asks its client", () => {
  test("for a ping gets an empty answer", async () => {
    expect(await asked("ping", undefined)).toEqual({ jsonrpc: "2.0", id: 5, result: {} });
  });

  test("to ask the user gets the answer, with defaults for what was left out", async () => {
    const handlers: McpHostHandlers = {
      elicit: async (request, { serverId }) => ({
        action: "accept",
        content: { name: `${String(request.message)} ${serverId}` },
      }),
    };
    expect(await asked("elicitation/create", form, handlers)).toMatchObject({
      result: { action: "accept", content: { name: "Your name? server", ok: false } },
    });
  });

  test("for roots or a sample gets them", async () => {
    const handlers: McpHostHandlers = {
      roots: async () => [{ uri: "file:///a" }],
      sample: async () => ({ role: "assistant", content: { type: "text", text: "hi" }, model: "m" }),
    };
    expect(await asked("roots/list", undefined, handlers)).toMatchObject({
      result: { roots: [{ uri: "file:///a" }] },
    });
    expect(await asked("sampling/createMessage", { messages: [] }, handlers)).toMatchObject({
      result: { model: "m" },
    });
  });

  test("for what the host answers with no JSON is told so, and need not wait", async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const value of [1n, cycle]) {
      const sample = async (): Promise<JsonObject> => ({ role: "assistant", content: { value }, model: "m" });
      expect(await asked("sampling/createMessage", { messages: [] }, { sample })).toMatchObject({
        error: { code: -32603, message: expect.stringContaining("cannot be sent as JSON") },
      });
    }
  });

  const url = { mode: "url", message: "Open it", url: "https://a.example/x" };
  const accept: McpHostHandlers = { elicit: async () => ({ action: "accept", content: { secret: "1" } }) };
  test.each([
    ["without a handler", "elicitation/create", form, {}, -32601],
    ["for what nobody knows", "nonsense", {}, {}, -32601],
    ["for a form without a message", "elicitation/create", { ...form, message: 5 }, accept, -32602],
    ["for a form without a schema", "elicitation/create", { message: "?" }, accept, -32602],
    ["for a mode that was not offered", "elicitation/create", url, accept, -32602],
    ["for an unknown mode", "elicitation/create", { ...form, mode: "voice" }, accept, -32602],
    ["with junk", "elicitation/create", "junk", accept, -32602],
    ["for a sample of nothing", "sampling/createMessage", {}, { sample: async () => ({}) }, -32602],
    [
      "where the answer is no answer",
      "elicitation/create",
      form,
      { elicit: async () => ({ action: "maybe" }) },
      -32603,
    ],
    [
      "where the sample is no sample",
      "sampling/createMessage",
      { messages: [] },
      { sample: async () => ({}) },
      -32603,
    ],
    ["where a root is no root", "roots/list", {}, { roots: async () => [{ uri: "nowhere" }] }, -32603],
  ] as const)("%s is told so by code", async (_what, method, params, handlers, code) => {
    expect(await asked(method, params, handlers)).toMatchObject({
      error: { code, message: expect.any(String) },
    });
  });

  test("learns nothing of what its host's handler threw", async () => {
    const handlers: McpHostHandlers = {
      elicit: async () => {
        throw new Error("password hunter2");
      },
    };
    const answer = await asked("elicitation/create", form, handlers);
    expect(answer).toMatchObject({ error: { code: -32603 } });
    expect(JSON.stringify(answer)).not.toContain("hunter2");
  });

  test("to open a URL gets consent only, where that mode is offered", async () => {
    const answer = await asked("elicitation/create", url, accept, { elicitationModes: ["form", "url"] });
    expect(answer).toMatchObject({ result: { action: "accept" } });
    expect(JSON.stringify(answer)).not.toContain("secret");
  });

  test("and no longer wants to know gets no answer, and the handler is told", async () => {
    let signal: AbortSignal | undefined;
    const answer = deferred<JsonObject>();
    const { session, peer, clock } = scriptedSession(legacyServer(), {
      handlers: {
        elicit: (_request, from) => {
          signal = from.signal;
          return answer.promise;
        },
      },
    });
    await session.connect();
    peer().say({ id: "q", method: "elicitation/create", params: form });
    await clock.advance(0);
    peer().notify("notifications/cancelled", { requestId: "q" });
    await clock.advance(0);
    expect(signal?.aborted).toBe(true);
    answer.resolve({ action: "accept" });
    await clock.advance(0);
    expect(peer().sent.some((message) => message.id === "q")).toBe(false);
    await session.stop();
  });

  test("too much at once is refused beyond a bound", async () => {
    const { session, peer, clock } = scriptedSession(legacyServer(), {
      handlers: { elicit: () => new Promise(() => undefined) },
    });
    await session.connect();
    for (let id = 0; id < 100; id++) peer().say({ id, method: "elicitation/create", params: form });
    await clock.advance(0);
    expect(peer().sent.filter((message) => message.error !== undefined)).toHaveLength(36);
    await session.stop();
    expect(clock.armed).toBe(0);
  });
});

test("the call timer stands still while the host works, the total one does not", async () => {
  const answer = deferred<JsonObject>();
  const server = legacyServer({
    "tools/call": (_message, peer) => {
      peer.say({ id: "q", method: "elicitation/create", params: form });
      return unanswered;
    },
  });
  const { session, clock } = scriptedSession(server, { handlers: { elicit: () => answer.promise } });
  await session.connect();
  let failed: unknown;
  const call = session
    .callTool("echo", {}, { timeoutMs: 100, totalTimeoutMs: 100_000 })
    .catch((error: unknown) => {
      failed = error;
    });
  await clock.advance(50_000);
  expect(failed).toBeUndefined();
  answer.resolve({ action: "decline" });
  await clock.advance(99);
  expect(failed).toBeUndefined();
  await clock.advance(1);
  await call;
  expect(failed).toMatchObject({ code: "timeout", deadline: "call", timeoutMs: 100 });
  await session.stop();
});

describe("the capabilities of the client", () => {
  const handlers: McpHostHandlers = {
    elicit: async () => ({ action: "cancel" }),
    sample: async () => ({}),
    roots: async () => [],
  };

  test.each([
    [{}, {}],
    [{ handlers }, { elicitation: { form: {} }, sampling: {}, roots: {} }],
    [
      { handlers, elicitationModes: ["form", "url"] as const },
      { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
    ],
    [
      { extensions: { "io.modelcontextprotocol/ui": {} } },
      { extensions: { "io.modelcontextprotocol/ui": {} } },
    ],
  ])("with %o are %o in both eras", async (options, expected) => {
    const legacy = scriptedSession(legacyServer(), options);
    await legacy.session.connect();
    expect(legacy.peer().sent[0]?.params?.capabilities).toEqual(expected);
    await legacy.session.stop();
    const modern = scriptedSession(modernServer(), { ...options, era: "modern" });
    await modern.session.connect();
    for (const message of modern.peer().sent)
      expect(message.params?._meta).toHaveProperty(["io.modelcontextprotocol/clientCapabilities"], expected);
    await modern.session.stop();
  });

  test("are not offered to a legacy server whose wire ends with each answer", async () => {
    const { session, peer } = scriptedSession(legacyServer(), { kind: "one-shot", handlers });
    await session.connect();
    expect(peer().sent[0]?.params?.capabilities).toEqual({});
    await session.stop();
  });
});
