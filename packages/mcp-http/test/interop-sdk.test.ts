import { createHttpTransport, type HttpServerConfig } from "@x/mcp-http";
import { expect, test } from "vitest";
import { sdkV1Server, sdkV1SseServer } from "./fixtures/sdk-v1-servers.ts";
import { sdkV2Server } from "./fixtures/sdk-v2-server.ts";

const config = (url: string, more: Partial<HttpServerConfig> = {}): HttpServerConfig => ({
  kind: "streamable-http",
  serverId: "s",
  url,
  ...more,
});
const accept = { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) };

test("SDK v1 with sessions: calls, a question on the way, a list that changes, and a DELETE at the end", async () => {
  await using server = await sdkV1Server();
  const transport = createHttpTransport(config(server.url), { handlers: accept });
  await transport.connect();
  expect(transport.serverInfo).toMatchObject({ era: "legacy", name: "sdk-v1" });
  const sums = await Promise.all(
    Array.from({ length: 20 }, (_, index) => transport.callTool("add", { a: index, b: 1 })),
  );
  expect(sums.map(({ output }) => output)).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 1}`));
  expect((await transport.callTool("ask", {})).output).toBe("Hello Ada");
  const added: string[] = [];
  transport.on("tools", (event) => added.push(...event.added));
  await transport.callTool("grow", {});
  await expect.poll(() => added, { timeout: 5_000 }).toEqual(["grown"]);
  await transport.stop();
  expect(server.counts.DELETE).toBe(1);
  expect(server.sessions.size).toBe(0);
  await expect.poll(() => server.open).toBe(0);
});

test("SDK v1: a session that the server forgot is opened again, once for many calls", async () => {
  await using server = await sdkV1Server();
  await using transport = createHttpTransport(config(server.url));
  await transport.connect();
  server.sessions.clear();
  const sums = await Promise.all(
    Array.from({ length: 10 }, (_, index) => transport.callTool("add", { a: index, b: 1 })),
  );
  expect(sums.map(({ output }) => output)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}`));
  expect(server.sessions.size).toBe(1);
});

test("SDK v1 with an event store: a stream that the server closes in mid-call is resumed", async () => {
  await using server = await sdkV1Server({ resumable: true });
  await using transport = createHttpTransport(config(server.url));
  await transport.connect();
  const gets = server.counts.GET ?? 0;
  expect((await transport.callTool("slow", { ms: 500 })).output).toBe("slow");
  expect(server.counts.GET).toBeGreaterThan(gets);
});

test("SDK v1 over HTTP+SSE", async () => {
  await using server = await sdkV1SseServer();
  await using transport = createHttpTransport(config(server.url), { handlers: accept });
  await transport.connect();
  expect((await transport.callTool("add", { a: 1, b: 2 })).output).toBe("3");
  expect((await transport.callTool("ask", {})).output).toBe("Hello Ada");
  await transport.stop();
  await expect.poll(() => server.open).toBe(0);
});

test.each(["auto", "sse", "json"] as const)("SDK v2 in the modern era, answers: %s", async (responseMode) => {
  await using server = await sdkV2Server({ legacy: "reject", responseMode });
  await using transport = createHttpTransport(config(server.url), { handlers: accept });
  await transport.connect();
  expect(transport.serverInfo).toMatchObject({ era: "modern", name: "sdk-v2" });
  const sums = await Promise.all(
    Array.from({ length: 20 }, (_, index) => transport.callTool("add", { a: index, b: 1 })),
  );
  expect(sums.map(({ output }) => output)).toEqual(
    Array.from({ length: 20 }, (_, index) => ({ sum: index + 1 })),
  );
  expect((await transport.callTool("ask", {})).output).toBe("Hello Ada");
  expect(server.counts).not.toHaveProperty("GET");
  expect(server.counts).not.toHaveProperty("DELETE");
});

test("SDK v2: giving a modern call up is seen by the server", async () => {
  await using server = await sdkV2Server({ legacy: "reject", responseMode: "sse" });
  await using transport = createHttpTransport(config(server.url));
  await transport.connect();
  const controller = new AbortController();
  const call = expect(
    transport.callTool("slow", { ms: 20_000 }, { signal: controller.signal }),
  ).rejects.toMatchObject({ code: "cancelled", outcome: "unknown" });
  await new Promise((resolve) => setTimeout(resolve, 200));
  controller.abort();
  await call;
  await expect.poll(() => server.seen.cancelled).toBe(1);
});

test("SDK v2: a change of the tools is heard on the subscription", async () => {
  await using server = await sdkV2Server({ legacy: "reject" });
  await using transport = createHttpTransport(config(server.url));
  await transport.connect();
  const posts = (): number => server.counts.POST ?? 0;
  await expect.poll(posts).toBeGreaterThanOrEqual(3);
  const before = posts();
  server.toolsChanged();
  await expect.poll(posts, { timeout: 5_000 }).toBeGreaterThan(before);
});

test("SDK v2 spoken to the legacy way has no session and no standing stream", async () => {
  await using server = await sdkV2Server();
  await using transport = createHttpTransport(config(server.url, { era: "legacy" }));
  await transport.connect();
  expect(transport.serverInfo).toMatchObject({ era: "legacy" });
  expect((await transport.callTool("add", { a: 1, b: 2 })).output).toEqual({ sum: 3 });
  await expect.poll(() => server.counts.GET).toBe(1);
});
