import type { JsonRpcMessage, McpProgress } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { scriptedExchange } from "../fixtures/scripted-exchange.ts";

describe("the deadlines of requests", () => {
  test("each request ends at its own, and one timer watches them all", async () => {
    const { exchange, clock } = await scriptedExchange();
    const ended: string[] = [];
    for (const timeoutMs of [300, 100, 200, 100])
      void exchange
        .request("m", {}, { timeoutMs })
        .then((outcome) => ended.push(`${timeoutMs} ${outcome.kind}`));
    expect(clock.armed).toBe(1);
    await clock.advance(99);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(["100 timeout", "100 timeout"]);
    await clock.advance(100);
    expect(ended.at(-1)).toBe("200 timeout");
    await clock.advance(100);
    expect(ended.at(-1)).toBe("300 timeout");
    expect(clock.armed).toBe(0);
  });

  test("no timer is left when everything is answered", async () => {
    const { exchange, clock } = await scriptedExchange((message, peer) => peer.answer(message, {}));
    await Promise.all([1000, 50, 2000].map((timeoutMs) => exchange.request("m", {}, { timeoutMs })));
    expect(clock.armed).toBe(0);
  });

  test("progress starts the call timer again, but never the total one", async () => {
    const { exchange, clock, peer } = await scriptedExchange();
    let settled: unknown;
    void exchange.request("m", {}, { timeoutMs: 100, totalTimeoutMs: 250 }).then((outcome) => {
      settled = outcome;
    });
    for (let step = 0; step < 4; step++) {
      await clock.advance(60);
      peer.notify("notifications/progress", { progressToken: idOf(peer.sent), progress: step });
      await clock.advance(0);
      expect(settled).toBeUndefined();
    }
    await clock.advance(10);
    expect(settled).toEqual({ kind: "timeout", deadline: "total", timeoutMs: 250, sent: true });
    expect(clock.armed).toBe(0);
  });

  test("without the reset progress changes nothing", async () => {
    const { exchange, clock, peer } = await scriptedExchange(undefined, { resetTimeoutOnProgress: false });
    const outcome = exchange.request("m", {}, { timeoutMs: 100 });
    await clock.advance(90);
    peer.notify("notifications/progress", { progressToken: idOf(peer.sent), progress: 1 });
    await clock.advance(10);
    expect(await outcome).toEqual({ kind: "timeout", deadline: "call", timeoutMs: 100, sent: true });
  });

  test("progress reaches the request it belongs to, cleaned of what is no figure", async () => {
    const { exchange, clock, peer } = await scriptedExchange();
    const seen: McpProgress[] = [];
    void exchange.request("a", {}, { onProgress: (progress) => seen.push(progress) });
    void exchange.request("b", {});
    const [a, b] = peer.sent;
    peer.notify("notifications/progress", { progressToken: a?.id, progress: 1, total: 2, message: "half" });
    peer.notify("notifications/progress", { progressToken: a?.id, progress: 2, total: "many", message: 5 });
    peer.notify("notifications/progress", { progressToken: a?.id, progress: "3" });
    peer.notify("notifications/progress", { progressToken: b?.id, progress: 9 });
    await clock.advance(0);
    expect(seen).toEqual([{ progress: 1, total: 2, message: "half" }, { progress: 2 }]);
  });

  test("a hold stops the call timers, and its release starts them again", async () => {
    const { exchange, clock } = await scriptedExchange();
    let settled: unknown;
    void exchange.request("m", {}, { timeoutMs: 100, totalTimeoutMs: 10_000 }).then((outcome) => {
      settled = outcome;
    });
    await clock.advance(90);
    const [first, second] = [exchange.hold(), exchange.hold()];
    await clock.advance(5000);
    first();
    first();
    await clock.advance(1000);
    expect(settled).toBeUndefined();
    second();
    await clock.advance(99);
    expect(settled).toBeUndefined();
    await clock.advance(1);
    expect(settled).toMatchObject({ kind: "timeout", deadline: "call" });
  });

  test("a hold does not stop the total deadline", async () => {
    const { exchange, clock } = await scriptedExchange();
    const release = exchange.hold();
    const outcome = exchange.request("m", {}, { timeoutMs: 10, totalTimeoutMs: 50 });
    await clock.advance(50);
    expect(await outcome).toMatchObject({ kind: "timeout", deadline: "total" });
    release();
    expect(clock.armed).toBe(0);
  });
});

describe("a progress token", () => {
  test("goes with every request, whatever the caller puts into _meta", async () => {
    const { exchange, peer } = await scriptedExchange((message, to) => to.answer(message, {}));
    exchange.speak("modern", { "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    await exchange.request(
      "m",
      { a: 1, _meta: { own: 1, progressToken: 5 } },
      {
        meta: { traceparent: "00-…", "io.modelcontextprotocol/protocolVersion": "1999-01-01" },
      },
    );
    expect(peer.sent[0]?.params).toEqual({
      a: 1,
      _meta: {
        own: 1,
        traceparent: "00-…",
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        progressToken: peer.sent[0]?.id,
      },
    });
  });
});

function idOf(sent: readonly JsonRpcMessage[]): unknown {
  return sent[0]?.id;
}
