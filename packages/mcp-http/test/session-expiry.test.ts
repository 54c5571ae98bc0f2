import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { callParams, modernMeta, recordedWire } from "./support/recorded-wire.ts";

test.each([404, 400] as const)(
  "a session that is gone (HTTP %i) says so with every loss, and nothing more is sent",
  async (status) => {
    await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
    await using client = await recordedWire(server.url);
    await client.initialize();
    server.fault({ kind: "session-gone", status });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.request("tools/call", callParams("legacy", "echo", { text: "x" })),
      ),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        loss: { status, reason: "session-expired", cause: { outcome: "not-sent", retryable: true } },
      });
    expect(server.counters.executions()).toBe(0);
    const posts = server.counters.count("tools/call");
    await expect(client.request("tools/list")).rejects.toMatchObject({ outcome: "not-sent" });
    expect(server.counters.count("tools/call")).toBe(posts);
    expect(server.counters.count("tools/list")).toBe(0);
    await client.wire.close();
    expect(server.counters.count("DELETE")).toBe(0);
  },
);

test("a 400 that is not about the session is no expiry", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "status", status: 400, body: "bad argument" });
  const outcome = await client.request("tools/call", callParams("legacy", "echo", {}));
  expect(outcome).toMatchObject({ loss: { status: 400, cause: { outcome: "answered" } } });
  expect(outcome).not.toHaveProperty("loss.reason");
});

test("a 404 without a session is no expiry", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "status", status: 404, on: "tools/list" }],
  });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("tools/list", { _meta: modernMeta });
  expect(outcome).toMatchObject({ loss: { status: 404, cause: { outcome: "answered" } } });
  expect(outcome).not.toHaveProperty("loss.reason");
});
