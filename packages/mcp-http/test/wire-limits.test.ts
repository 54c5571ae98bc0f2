import { startScriptedHttpServer } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

const megabyte = 1024 * 1024;

describe.each([
  ["giant-json", "answered"],
  ["giant-event", "unknown"],
] as const)("%s beyond the limit", (kind, outcome) => {
  test("loses the call, says so, and leaves the rest unread", async () => {
    await using server = await startScriptedHttpServer({
      script: { era: "modern" },
      faults: [{ kind, bytes: 100 * megabyte }],
    });
    await using client = await recordedWire(server.url, { maxMessageBytes: megabyte });
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const result = await client.request("tools/call", callParams("modern", "echo", {}));
    expect(result).toMatchObject({ loss: { cause: { code: "limit", outcome, retryable: false } } });
    expect(client.events).toMatchObject([{ type: "limit", limit: "maxMessageBytes", max: megabyte }]);
    const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before;
    expect(grown).toBeLessThan(40 * megabyte);
    await expect.poll(() => server.counters.openConnections).toBe(0);
  });
});

test("a body just below the limit is taken", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "giant-json", bytes: megabyte - 64 * 1024 }],
  });
  await using client = await recordedWire(server.url, { maxMessageBytes: megabyte });
  const result = await client.request("tools/call", callParams("modern", "echo", {}));
  expect(result).toHaveProperty("answer");
});

test("memory stays flat while a server streams 100 MB of notifications", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "flood", bytes: 100 * megabyte }],
  });
  await using client = await recordedWire(server.url);
  const push = client.messages.push.bind(client.messages);
  let notifications = 0;
  let highest = 0;
  // The test keeps none of them either.
  client.messages.push = (...messages) => {
    if (messages[0]?.method === undefined) return push(...messages);
    notifications += 1;
    if (notifications % 50 === 0) highest = Math.max(highest, process.memoryUsage().rss);
    return 0;
  };
  const before = process.memoryUsage().rss;
  const result = await client.request("tools/call", callParams("modern", "echo", {}));
  expect(result).toMatchObject({ answer: { result: { content: [{ text: "after the flood" }] } } });
  expect(notifications).toBeGreaterThan(1_000);
  expect(highest - before).toBeLessThan(80 * megabyte);
});
