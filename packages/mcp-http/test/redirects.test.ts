import type { HttpRequest, HttpResponse } from "@x/mcp-core";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

test.each([307, 308])("a %i on the same origin is followed with the same body", async (status) => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "redirect", status, to: "same", times: 1 }],
  });
  await using client = await recordedWire(server.url, { headers: { authorization: "Bearer canary" } });
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "moved" }));
  expect(outcome).toMatchObject({ answer: { result: { content: [{ text: "moved" }] } } });
  expect(server.counters.executions("echo")).toBe(1);
  expect(server.counters.requests.at(-1)?.headers.authorization).toBe("Bearer canary");
});

test.each([301, 302, 303])("a %i would turn the POST into a GET and is not followed", async (status) => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "redirect", status, to: "same" }],
  });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { status, cause: { outcome: "not-sent", retryable: false } } });
  expect(server.counters.count("GET")).toBe(0);
});

test("a redirect to another origin is not followed; the error names that origin", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "redirect", status: 307, to: "other" }],
  });
  await using client = await recordedWire(server.url, { headers: { authorization: "Bearer canary" } });
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { status: 307 } });
  expect(client.losses[0]?.loss.cause.message).toContain(new URL(server.otherOrigin.url).origin);
  expect(server.otherOrigin.requests).toBe(0);
});

test.each(["absolute", "without a scheme"])(
  "a redirect to the same origin with a password in the URL (%s) is not followed, and shown to nobody",
  async (form) => {
    const sent: URL[] = [];
    const base = "localhost:8080/elsewhere";
    const location = form === "absolute" ? `http://user:canary@${base}` : `//user:canary@${base}`;
    const send = async ({ url }: HttpRequest): Promise<HttpResponse> => {
      sent.push(url);
      return {
        status: 307,
        headers: { location },
        body: (async function* (): AsyncIterable<Uint8Array> {})(),
      };
    };
    await using client = await recordedWire("http://localhost:8080/mcp", { send });
    await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
    const [lost] = client.losses;
    expect(lost?.loss).toMatchObject({
      status: 307,
      cause: { name: "McpProtocolError", outcome: "not-sent" },
    });
    expect(lost?.loss.cause.message).toContain("with a user name or a password in it");
    expect(`${lost?.loss.cause.message}${JSON.stringify(lost?.loss.cause)}`).not.toContain("canary");
    expect(sent).toHaveLength(1);
  },
);

test("a loop of redirects ends", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "redirect", status: 307, to: "loop" }],
  });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { status: 307 } });
  expect(server.counters.count("tools/call")).toBeLessThan(10);
});

test.each(["file:///etc/passwd", "data:,x", "//["])("a redirect to %s names no origin", async (location) => {
  const send = async (): Promise<HttpResponse> => ({
    status: 307,
    headers: { location },
    body: (async function* (): AsyncIterable<Uint8Array> {})(),
  });
  await using client = await recordedWire("http://localhost/mcp", { send });
  await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
  expect(client.losses[0]?.loss.cause.message).toContain("in a way that no POST can follow");
});
