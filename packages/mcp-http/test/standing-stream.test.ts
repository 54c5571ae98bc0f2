import type { HttpRequest, HttpResponse, HttpSend, JsonObject } from "@x/mcp-core";
import { type FakeClock, fakeClock, startScriptedHttpServer } from "@x/mcp-testing";
import { beforeAll, expect, test } from "vitest";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

/** A legacy server without sockets: `get` answers each GET. */
function memoryServer(
  capabilities: JsonObject,
  get: (request: HttpRequest, count: number) => HttpResponse | Promise<HttpResponse>,
): { readonly send: HttpSend; readonly gets: HttpRequest[] } {
  const gets: HttpRequest[] = [];
  return {
    gets,
    async send(request) {
      if (request.method === "GET") {
        gets.push(request);
        return get(request, gets.length);
      }
      const { id, method } = JSON.parse(request.body ?? "null") as { id?: unknown; method?: unknown };
      if (method !== "initialize") return respond(202, {}, []);
      const result = { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "m", version: "1" } };
      return respond(200, { "content-type": "application/json" }, [
        JSON.stringify({ jsonrpc: "2.0", id, result }),
      ]);
    },
  };
}

function respond(status: number, headers: Record<string, string>, chunks: readonly string[]): HttpResponse {
  return {
    status,
    headers,
    body: (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    })(),
  };
}

const stream = { "content-type": "text/event-stream" };
const listChanged = { tools: { listChanged: true } };

async function during(clock: FakeClock, ms: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) await clock.advance(step);
}

// Loading it takes real time, which a fake clock does not see.
beforeAll(() => import("eventsource-parser"));

test("a server that ends the stream at once is asked ever more rarely", async () => {
  const clock = fakeClock();
  const server = memoryServer(listChanged, () => respond(200, stream, []));
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await during(clock, 60_000);
  const firstMinute = server.gets.length;
  await during(clock, 10 * 60_000, 10_000);
  expect(firstMinute).toBeLessThanOrEqual(8);
  expect(server.gets.length - firstMinute).toBeLessThanOrEqual(10 * 3);
  expect(client.events.filter(({ type }) => type === "warning")).toHaveLength(1);
});

test.each([
  ["40", 40_000],
  ["86400", 60_000],
])(
  "a server that turns the stream away for %s s is asked when that is over, within a bound",
  async (value, waitMs) => {
    const clock = fakeClock();
    const at: number[] = [];
    const server = memoryServer(listChanged, () => {
      at.push(clock.now());
      return respond(503, { "retry-after": value }, []);
    });
    await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
    await client.initialize();
    await during(clock, 5 * 60_000);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(2);
    expect(Math.min(...gaps)).toBe(waitMs);
  },
);

test.each([405, 404, 400, 401, 403])("a %i to the GET is final", async (status) => {
  const clock = fakeClock();
  const server = memoryServer(listChanged, () => respond(status, {}, []));
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await during(clock, 5 * 60_000, 10_000);
  expect(server.gets).toHaveLength(1);
});

test.each([409, 429, 500, 503])("a %i to the GET is asked again, later", async (status) => {
  const clock = fakeClock();
  const server = memoryServer(listChanged, (_, count) =>
    count === 1 ? respond(status, {}, []) : respond(405, {}, []),
  );
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await clock.advance(500);
  expect(server.gets).toHaveLength(1);
  await during(clock, 5_000);
  expect(server.gets).toHaveLength(2);
});

test("`retry:` is kept to the millisecond, and the last event is named", async () => {
  const clock = fakeClock();
  const ping = 'id: e7\nretry: 700\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n';
  const server = memoryServer(listChanged, (_, count) => respond(200, stream, count === 1 ? [ping] : []));
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await clock.advance(699);
  expect(server.gets).toHaveLength(1);
  await clock.advance(1);
  expect(server.gets).toHaveLength(2);
  expect(server.gets[1]?.headers["last-event-id"]).toBe("e7");
});

test("`retry: 0` after every event makes no storm", async () => {
  const clock = fakeClock();
  const ping = 'id: e7\nretry: 0\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n';
  const server = memoryServer(listChanged, () => respond(200, stream, [ping]));
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await during(clock, 2_000, 10);
  expect(server.gets.length).toBeGreaterThan(10);
  expect(server.gets.length).toBeLessThanOrEqual(21);
});

test("after a gap that cannot be made good the tool list counts as changed", async () => {
  const clock = fakeClock();
  const ping = 'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n';
  const server = memoryServer(listChanged, (_, count) => respond(200, stream, count === 1 ? [ping] : []));
  await using client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await during(clock, 2_000);
  const methods = client.messages.map(({ method }) => method).filter((method) => method !== undefined);
  expect(methods).toEqual(["notifications/message", "notifications/tools/list_changed"]);
});

test.each([
  ["a server that announces nothing and a client that answers nothing", {}, {}, 0],
  ["a server whose tools may change", listChanged, {}, 1],
  ["a server that logs", { logging: {} }, {}, 1],
  ["a client that can be asked", {}, { elicitation: {} }, 1],
])("%s: GETs", async (_, server, client, gets) => {
  const memory = memoryServer(server, () => respond(405, {}, []));
  await using wire = await recordedWire("http://localhost/mcp", { send: memory.send, clock: fakeClock() });
  await wire.initialize(client);
  await new Promise((resolve) => setImmediate(resolve));
  expect(memory.gets).toHaveLength(gets);
});

test("closing ends the stream and leaves no timer", async () => {
  const clock = fakeClock();
  const server = memoryServer(listChanged, () => respond(200, stream, []));
  const client = await recordedWire("http://localhost/mcp", { send: server.send, clock });
  await client.initialize();
  await clock.advance(3_000);
  await client.wire.close();
  const gets = server.gets.length;
  expect(clock.armed).toBe(0);
  await clock.advance(600_000);
  expect(server.gets).toHaveLength(gets);
});

test("a server asks its client on the stream, and the answer goes back as a POST of its own", async () => {
  await using server = await startScriptedHttpServer({ script: { mode: "server-requests", era: "legacy" } });
  await using client = await recordedWire(server.url);
  await client.initialize({ elicitation: {} });
  await expect.poll(() => server.standingStreams).toBe(1);
  const call = client.request("tools/call", callParams("legacy", "elicit", {}));
  await expect.poll(() => client.messages.some(({ method }) => method === "elicitation/create")).toBe(true);
  const { id } = client.messages.find(({ method }) => method === "elicitation/create") ?? {};
  await client.wire.send({ jsonrpc: "2.0", id: id ?? null, result: { action: "decline" } });
  expect(await call).toMatchObject({ answer: { result: {} } });
  await client.wire.close();
  await expect.poll(() => server.standingStreams).toBe(0);
});
