import type { McpSendOptions } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { scriptedExchange } from "../fixtures/scripted-exchange.ts";

describe("giving up a request", () => {
  test("an abort tells the server, disturbs no other request and keeps its reason to itself", async () => {
    const { exchange, peer, clock } = await scriptedExchange();
    const controller = new AbortController();
    const aborted = exchange.request("a", {}, { signal: controller.signal });
    const other = exchange.request("b", {});
    controller.abort(new Error("the user's own secret reason"));
    expect(await aborted).toMatchObject({ kind: "aborted", sent: true, reason: expect.any(Error) });
    const [a, b, notice] = peer.sent;
    expect(notice).toMatchObject({ method: "notifications/cancelled", params: { requestId: a?.id } });
    expect(JSON.stringify(peer.sent)).not.toContain("secret");
    peer.say({ jsonrpc: "2.0", id: b?.id, result: { ok: true } });
    await clock.advance(0);
    expect(await other).toEqual({ kind: "result", result: { ok: true } });
  });

  test("a signal that is aborted already sends nothing", async () => {
    const { exchange, peer } = await scriptedExchange();
    const outcome = await exchange.request("m", {}, { signal: AbortSignal.abort("why") });
    expect(outcome).toEqual({ kind: "aborted", reason: "why", sent: false });
    expect(peer.sent).toEqual([]);
  });

  test("a time-out tells the server, except of initialize and server/discover", async () => {
    const { exchange, peer, clock } = await scriptedExchange();
    for (const method of ["initialize", "server/discover", "tools/call"])
      void exchange.request(method, {}, { timeoutMs: 10 });
    await clock.advance(10);
    const call = peer.sent.find((message) => message.method === "tools/call");
    const notices = peer.sent.filter((message) => message.method === "notifications/cancelled");
    expect(notices.map((notice) => notice.params?.requestId)).toEqual([call?.id]);
  });

  test.each([
    ["http", "modern", false],
    ["http", "legacy", true],
    ["one-shot", "legacy", false],
  ] as const)("on %s in the %s era the stream ends, and a notice is sent: %s", async (kind, era, notice) => {
    const options: (McpSendOptions | undefined)[] = [];
    const { exchange, peer, clock } = await scriptedExchange((_message, _peer, o) => options.push(o), {
      kind,
    });
    exchange.speak(era, {});
    const outcome = exchange.request("tools/call", {}, { timeoutMs: 10 });
    expect(options[0]?.signal?.aborted).toBe(false);
    await clock.advance(10);
    expect(await outcome).toMatchObject({ kind: "timeout" });
    expect(options[0]?.signal?.aborted).toBe(true);
    expect(peer.sent.some((message) => message.method === "notifications/cancelled")).toBe(notice);
  });

  test("no listener stays on a signal that many requests share", async () => {
    const { exchange } = await scriptedExchange((message, peer) => peer.answer(message, {}));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    await Promise.all(Array.from({ length: 50 }, () => exchange.request("m", {}, { signal })));
    expect(listeners).toBe(0);
  });
});

describe("the end of a wire", () => {
  test("settles every open request at once and refuses later ones", async () => {
    const { exchange, peer, clock, ends } = await scriptedExchange();
    const open = [exchange.request("a", {}, { timeoutMs: 1000 }), exchange.request("b", {})];
    peer.die({ reason: "process-exited" });
    expect(await Promise.all(open)).toMatchObject([
      { kind: "closed", change: { reason: "process-exited" } },
      { kind: "closed" },
    ]);
    expect(await exchange.request("c", {})).toMatchObject({ kind: "not-sent" });
    expect(ends).toEqual([{ reason: "process-exited" }]);
    expect(clock.armed).toBe(0);
    expect(exchange.openRequests).toBe(0);
    await exchange.drained();
  });

  test("a send that fails settles its request as not sent", async () => {
    const { exchange } = await scriptedExchange(() => {
      throw new Error("broken pipe");
    });
    expect(await exchange.request("m", {}, { timeoutMs: 10 })).toMatchObject({
      kind: "not-sent",
      cause: expect.objectContaining({ message: "broken pipe" }),
    });
  });

  test("ending it from this side settles what is open and says nothing more", async () => {
    const { exchange, ends } = await scriptedExchange();
    const open = exchange.request("m", {});
    exchange.end({ reason: "stopped" });
    exchange.end({ reason: "dropped" });
    expect(await open).toEqual({ kind: "closed", change: { reason: "stopped" } });
    expect(ends).toEqual([]);
  });
});
