import type { JsonRpcMessage } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { scriptedExchange } from "../fixtures/scripted-exchange.ts";

describe("an answer to a known id settles the request at once", () => {
  const rpcError = { code: -32603, message: "no" };
  const usable: readonly (readonly [string, object])[] = [
    ["without jsonrpc", { result: { a: 1 } }],
    ["with extra keys", { jsonrpc: "2.0", result: { a: 1 }, extra: true, method: "x" }],
    ["with a null error beside the result", { jsonrpc: "2.0", result: { a: 1 }, error: null }],
    ["with a wrong jsonrpc", { jsonrpc: "1.0", result: { a: 1 } }],
  ];
  test.each(usable)("%s it is a result", async (_what, envelope) => {
    const { exchange } = await scriptedExchange((message, peer) => peer.say({ ...envelope, id: message.id }));
    expect(await exchange.request("m", {})).toEqual({ kind: "result", result: { a: 1 } });
  });

  const malformed: readonly (readonly [string, object])[] = [
    ["a null result", { result: null }],
    ["an array as result", { result: [] }],
    ["a string as result", { result: "yes" }],
    ["neither result nor error", {}],
    ["a string as error", { error: "bad" }],
    ["an error with a string code", { error: { code: "E", message: "no" } }],
    ["an error without a code", { error: { message: "no" } }],
  ];
  test.each(malformed)("%s is malformed", async (_what, envelope) => {
    const { exchange } = await scriptedExchange((message, peer) => peer.say({ ...envelope, id: message.id }));
    expect(await exchange.request("m", {})).toMatchObject({ kind: "malformed" });
  });

  test("an error without a message is an error", async () => {
    const { exchange } = await scriptedExchange((message, peer) =>
      peer.say({ id: message.id, error: { code: -1 } }),
    );
    expect(await exchange.request("m", {})).toEqual({
      kind: "rpc-error",
      code: -1,
      message: "",
      data: undefined,
    });
  });

  test("an error wins over a result beside it", async () => {
    const { exchange } = await scriptedExchange((message, peer) =>
      peer.say({ id: message.id, error: rpcError, result: {} }),
    );
    expect(await exchange.request("m", {})).toMatchObject({ kind: "rpc-error", code: -32603 });
  });
});

describe("answers are routed by the exact typed id", () => {
  test("ids are strings that never read as a number", async () => {
    const { exchange, peer } = await scriptedExchange((message, to) => to.answer(message, {}));
    await Promise.all(Array.from({ length: 20 }, () => exchange.request("m", {})));
    const ids = peer.sent.map((message) => message.id);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) {
      expect(typeof id).toBe("string");
      expect(Number(id)).toBeNaN();
    }
  });

  test("ids that are almost right are dropped and counted, and the right one still arrives", async () => {
    const { exchange, warnings } = await scriptedExchange((message, peer) => {
      const id = String(message.id);
      const wrong: unknown[] = [1, null, "", id.toUpperCase(), ` ${id}`, `${id}0`, [id], { id }];
      for (const other of wrong) peer.say({ jsonrpc: "2.0", id: other, result: { forged: true } });
      peer.answer(message, { right: true });
    });
    expect(await exchange.request("m", {})).toEqual({ kind: "result", result: { right: true } });
    expect(warnings.at(-1)).toContain("unknown-answer: 8 answer(s)");
  });

  test("of two answers to one request the first counts", async () => {
    const { exchange, clock, warnings } = await scriptedExchange((message, peer) => {
      peer.answer(message, { n: 1 });
      peer.answer(message, { n: 2 });
    });
    expect(await exchange.request("m", {})).toEqual({ kind: "result", result: { n: 1 } });
    await clock.advance(0);
    expect(warnings).toHaveLength(1);
  });

  test("a flood of stray answers costs a handful of warnings", async () => {
    const { clock, peer, warnings } = await scriptedExchange();
    for (let count = 0; count < 5000; count++) peer.say({ jsonrpc: "2.0", id: count, result: {} });
    await clock.advance(0);
    expect(warnings).toHaveLength(13);
    expect(warnings.at(-1)).toContain("4096 answer(s)");
  });

  test("a late answer to a request that was given up is no stray", async () => {
    const { exchange, clock, peer, warnings } = await scriptedExchange();
    const outcome = exchange.request("m", {}, { timeoutMs: 100 });
    await clock.advance(100);
    expect(await outcome).toMatchObject({ kind: "timeout" });
    const [request] = peer.sent as readonly [JsonRpcMessage];
    peer.answer(request, {});
    await clock.advance(0);
    expect(warnings).toEqual([]);
  });

  test("a loss settles the request it names, and no other", async () => {
    const cause = new (await import("@x/mcp-core")).McpError("call_failed", { message: "gone" });
    const { exchange } = await scriptedExchange((message, peer) => {
      if (message.method === "lost") {
        peer.lose("other", { cause });
        peer.lose(String(message.id), { cause, status: 502 });
      } else peer.answer(message, {});
    });
    const outcomes = await Promise.all([exchange.request("lost", {}), exchange.request("kept", {})]);
    expect(outcomes).toMatchObject([{ kind: "lost", loss: { status: 502 } }, { kind: "result" }]);
  });
});

describe("what is no answer", () => {
  test("requests of the server reach the host in the legacy era only", async () => {
    const { exchange, peer, clock, requests, warnings } = await scriptedExchange();
    peer.say({ jsonrpc: "2.0", id: 7, method: "ping" });
    await clock.advance(0);
    exchange.speak("modern", {});
    peer.say({ jsonrpc: "2.0", id: 8, method: "ping" });
    await clock.advance(0);
    expect(requests).toEqual([]);
    expect(warnings.at(-1)).toContain("server-request: 2 request(s)");
    exchange.speak("legacy", {});
    peer.say({ jsonrpc: "2.0", id: 9, method: "ping", params: "junk" });
    await clock.advance(0);
    expect(requests).toEqual([{ id: 9, method: "ping", params: {} }]);
    expect(peer.sent).toEqual([]);
  });

  test("junk changes nothing", async () => {
    const { peer, clock, notifications, requests } = await scriptedExchange();
    for (const junk of [{}, { method: 5 }, { id: {}, method: "ping" }, { id: null, method: "ping" }])
      peer.say(junk);
    peer.say({ method: "notifications/message" });
    await clock.advance(0);
    expect(notifications).toEqual(["notifications/message"]);
    expect(requests).toEqual([]);
  });
});
