import { type HttpFaultKind, startScriptedHttpServer } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { plainServer } from "./support/plain-server.ts";
import { callParams, modernMeta, recordedWire } from "./support/recorded-wire.ts";

/** What a call must come to: the loss, and how often the tool ran. */
interface Expected {
  readonly fault: HttpFaultKind;
  readonly loss: object;
  readonly executions: number;
}

const rows: Readonly<Record<string, Expected>> = {
  "a stream cut before the answer": {
    fault: { kind: "cut-before-answer" },
    loss: { cause: { code: "call_failed", outcome: "unknown" } },
    executions: 1,
  },
  "a stream that ends properly before the answer": {
    fault: { kind: "cut-before-answer", clean: true },
    loss: { status: 200, cause: { code: "call_failed", outcome: "unknown" } },
    executions: 1,
  },
  "a reset before the response": {
    fault: { kind: "reset" },
    loss: { cause: { code: "call_failed", outcome: "unknown", retryable: true } },
    executions: 0,
  },
  "a page instead of an answer": {
    fault: { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<p>Hello</p>" },
    loss: { status: 200, body: "<p>Hello</p>", cause: { code: "call_failed", outcome: "unknown" } },
    executions: 0,
  },
  "no content type": {
    fault: { kind: "content-type", contentType: "" },
    loss: { status: 200, cause: { outcome: "unknown" } },
    executions: 1,
  },
  "an empty 200": {
    fault: { kind: "empty", status: 200 },
    loss: { status: 200, body: "", cause: { outcome: "unknown" } },
    executions: 0,
  },
  "a 202": {
    fault: { kind: "empty", status: 202 },
    loss: { status: 202, cause: { outcome: "unknown" } },
    executions: 0,
  },
  "a 204": {
    fault: { kind: "empty", status: 204 },
    loss: { status: 204, cause: { outcome: "unknown" } },
    executions: 0,
  },
  "JSON that is none": {
    fault: { kind: "status", status: 200, headers: { "content-type": "application/json" }, body: "{" },
    loss: { status: 200, cause: { outcome: "unknown" } },
    executions: 0,
  },
  "a compressed body": {
    fault: {
      kind: "status",
      status: 200,
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: "{}",
    },
    loss: { status: 200, cause: { outcome: "unknown" } },
    executions: 0,
  },
  "a 429 that says when": {
    fault: { kind: "status", status: 429, headers: { "retry-after": "3" } },
    loss: { status: 429, cause: { outcome: "not-sent", retryable: true, retryAfterMs: 3_000 } },
    executions: 0,
  },
  "a 503 that says when": {
    fault: { kind: "status", status: 503, headers: { "retry-after": "1" } },
    loss: { status: 503, cause: { outcome: "not-sent", retryable: true, retryAfterMs: 1_000 } },
    executions: 0,
  },
  "a 503 that says nothing": {
    fault: { kind: "status", status: 503 },
    loss: { status: 503, cause: { outcome: "unknown", retryable: true } },
    executions: 0,
  },
  "a 500": {
    fault: { kind: "status", status: 500, body: "oops" },
    loss: { status: 500, body: "oops", cause: { outcome: "unknown", retryable: false } },
    executions: 0,
  },
  "a 401": {
    fault: { kind: "status", status: 401 },
    loss: { status: 401, cause: { code: "auth", authCode: "auth_required", outcome: "not-sent" } },
    executions: 0,
  },
  "a 403": {
    fault: { kind: "status", status: 403 },
    loss: { status: 403, cause: { code: "auth", authCode: "credentials_rejected", httpStatus: 403 } },
    executions: 0,
  },
  "a 413": {
    fault: { kind: "status", status: 413, body: "too large" },
    loss: { status: 413, cause: { code: "call_failed", outcome: "answered", retryable: false } },
    executions: 0,
  },
};

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test.each(Object.entries(rows))("%s loses the call", async (_, { fault, loss, executions }) => {
    await using server = await startScriptedHttpServer({ script: { era } });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    server.fault(fault);
    const outcome = await client.request("tools/call", callParams(era, "echo", { text: "x" }));
    expect(outcome).toMatchObject({ loss });
    expect(server.counters.count("tools/call")).toBe(1);
    expect(server.counters.executions()).toBe(executions);
    // The wire itself goes on.
    server.clearFaults();
    const next = await client.request("tools/call", callParams(era, "echo", { text: "y" }));
    expect(next).toMatchObject({ answer: { result: { content: [{ text: "y" }] } } });
  });

  test("a stream cut after the answer loses nothing", async () => {
    await using server = await startScriptedHttpServer({ script: { era } });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    server.fault({ kind: "cut-after-answer" });
    const outcome = await client.request("tools/call", callParams(era, "echo", { text: "x" }));
    expect(outcome).toMatchObject({ answer: { result: {} } });
    const open = server.counters.openConnections;
    await expect.poll(() => server.counters.openConnections).toBeLessThan(open);
    expect(client.losses).toEqual([]);
    expect(client.events).toEqual([]);
  });

  test("a stream left open after the answer is closed, and the answer does not wait for that", async () => {
    await using server = await startScriptedHttpServer({ script: { era } });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    server.fault({ kind: "stream-stays-open" });
    const outcome = await client.request("tools/call", callParams(era, "echo", { text: "x" }));
    expect(outcome).toMatchObject({ answer: { result: {} } });
    const open = server.counters.openConnections;
    await expect.poll(() => server.counters.openConnections, { timeout: 5_000 }).toBeLessThan(open);
    expect(client.losses).toEqual([]);
  });

  test("a restart in mid-call loses the call at once, its outcome unknown", async () => {
    await using server = await startScriptedHttpServer({ script: { era } });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    server.fault({ kind: "restart", times: 1 });
    const outcome = await client.request("tools/call", callParams(era, "wait", { ms: 20_000 }));
    expect(outcome).toMatchObject({ loss: { cause: { outcome: "unknown" } } });
    expect(server.counters.count("tools/call")).toBe(1);
  });

  test("a slow answer arrives whole", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    server.fault({ kind: "slow-drip", bytes: 7, pauseMs: 2 });
    const outcome = await client.request("tools/call", callParams(era, "echo", { text: "ünïcode 🎉" }));
    expect(outcome).toMatchObject({ answer: { result: { content: [{ text: "ünïcode 🎉" }] } } });
  });
});

test("a server that is not there rejects the send, since nothing was sent", async () => {
  const server = await plainServer(() => undefined);
  const { url } = server;
  await server[Symbol.asyncDispose]();
  await using client = await recordedWire(url);
  await expect(client.request("ping")).rejects.toMatchObject({
    code: "connect_failed",
    phase: "connect",
    outcome: "not-sent",
    retryable: true,
  });
  expect(client.losses).toEqual([]);
});

test("an error takes the phase of its request", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url);
  const phases: Readonly<Record<string, string>> = {
    "server/discover": "connect",
    "tools/list": "list",
    "resources/read": "read",
    "tools/call": "call",
  };
  for (const [method, phase] of Object.entries(phases)) {
    server.fault({ kind: "status", status: 500, on: method });
    const outcome = await client.request(method, { name: "echo", uri: "x:y", _meta: modernMeta });
    expect(outcome).toMatchObject({ loss: { cause: { phase } } });
  }
});

test("a notification that is refused becomes a warning", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  await using client = await recordedWire(server.url);
  server.fault({ kind: "status", status: 500, on: "notifications/initialized" });
  await client.initialize();
  await expect
    .poll(() => client.events)
    .toMatchObject([{ type: "warning", code: "message-refused", serverId: "test" }]);
});

test("no secret of the URL is in an error", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "status", status: 500 }],
  });
  await using client = await recordedWire(`${server.url}?key=canary-8841`);
  const outcome = await client.request("tools/call", callParams("modern", "echo", {}));
  const [{ loss }] = client.losses as [(typeof client.losses)[0]];
  expect(outcome).toHaveProperty("loss");
  expect(JSON.stringify([loss.cause, loss.cause.message, String(loss.cause.stack)])).not.toContain("canary");
});
