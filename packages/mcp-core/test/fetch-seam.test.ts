import { fromFetch, type HttpRequest, type HttpResponse, toFetch } from "@x/mcp-core";
import { describe, expect, test } from "vitest";

async function* bytes(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield new TextEncoder().encode(part);
}

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  let all = "";
  for await (const chunk of body) all += new TextDecoder().decode(chunk);
  return all;
}

function recorder(response: Partial<HttpResponse> = {}) {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request);
    return { status: 200, headers: {}, body: bytes("a", "b"), ...response };
  };
  return { requests, fetch: toFetch(send) };
}

describe("a fetch over a sender", () => {
  test("sends method, headers, body and signal, and answers like any fetch", async () => {
    const { requests, fetch } = recorder({ status: 404, headers: { "content-type": "text/plain" } });
    const { signal } = new AbortController();
    const response = await fetch("https://example.com/a?b=c", {
      method: "post",
      headers: [
        ["X-A", "1"],
        ["X-A", "2"],
      ],
      body: new URLSearchParams({ q: "1 2" }),
      signal,
    });
    expect([
      response.status,
      response.ok,
      response.headers.get("content-type"),
      await response.text(),
    ]).toEqual([404, false, "text/plain", "ab"]);
    const [request] = requests;
    expect([request?.method, request?.url.href, request?.body]).toEqual([
      "POST",
      "https://example.com/a?b=c",
      "q=1+2",
    ]);
    expect(request?.headers).toEqual({ "x-a": "1, 2" });
    expect(request?.signal).toBeInstanceOf(AbortSignal);
  });

  test("sends no body and no signal where there is none", async () => {
    const { requests, fetch } = recorder();
    await fetch(new URL("https://example.com"));
    await fetch("https://example.com", { method: "DELETE", body: null, signal: null });
    expect(requests.map((request) => [request.method, "body" in request, "signal" in request])).toEqual([
      ["GET", false, false],
      ["DELETE", false, false],
    ]);
  });

  test("refuses what the seam does not know, before anything is sent", async () => {
    const { requests, fetch } = recorder();
    await expect(fetch("https://example.com", { method: "PUT" })).rejects.toThrow(TypeError);
    await expect(fetch("https://example.com", { method: "POST", body: new Blob(["a"]) })).rejects.toThrow(
      TypeError,
    );
    await expect(fetch("/relative")).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test("lets go of a body that nobody reads, and of one that cannot be", async () => {
    let ended = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        while (true) yield new Uint8Array(1);
      } finally {
        ended++;
      }
    }
    const response = await recorder({ body: endless() }).fetch("https://example.com");
    await response.body?.getReader().read();
    await response.body?.cancel().catch(() => undefined);
    const open = await recorder({ body: endless() }).fetch("https://example.com");
    const reader = open.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(ended).toBe(1);
    for (const status of [204, 304]) {
      const body = endless();
      await body.next();
      const empty = await recorder({ status, body }).fetch("https://example.com");
      expect([empty.status, empty.body]).toEqual([status, null]);
    }
    expect(ended).toBe(3);
  });

  test("passes a failure in the body on to its reader", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new TypeError("cut");
    }
    const response = await recorder({ body: broken() }).fetch("https://example.com");
    await expect(response.text()).rejects.toThrow("cut");
  });
});

describe("a sender over a fetch", () => {
  const request: HttpRequest = {
    method: "POST",
    url: new URL("https://example.com"),
    headers: { a: "b" },
    body: "x",
  };

  test("hands redirects back and follows none", async () => {
    const seen: unknown[] = [];
    const send = fromFetch(async (url, init) => {
      seen.push(String(url), init);
      return new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } });
    });
    const { status, headers, body } = await send(request);
    expect([status, headers.location, await text(body)]).toEqual([302, "https://elsewhere.example", ""]);
    expect(seen).toEqual([
      "https://example.com/",
      { method: "POST", headers: { a: "b" }, redirect: "manual", body: "x" },
    ]);
  });

  test("joins repeated headers, cookies too", async () => {
    const headers = new Headers([
      ["X-A", "1"],
      ["x-a", "2"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    const response = await fromFetch(async () => new Response("", { headers }))(request);
    expect(response.headers).toMatchObject({ "x-a": "1, 2", "set-cookie": "a=1, b=2" });
  });

  test("streams the body, and cancels it where the reader leaves early", async () => {
    let cancelled = false;
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode("x")),
        cancel: () => {
          cancelled = true;
        },
      });
    const { body } = await fromFetch(async () => new Response(stream()))(request);
    let read = 0;
    for await (const _chunk of body) if (++read === 3) break;
    expect([read, cancelled]).toEqual([3, true]);
  });

  test("and back again: a request goes through both unchanged", async () => {
    const send = fromFetch(
      toFetch(async ({ method, url, headers, body = "" }) => ({
        status: 201,
        headers: { echo: JSON.stringify([method, url.href, headers, body]) },
        body: bytes("ä", "b"),
      })),
    );
    const response = await send(request);
    expect(response.status).toBe(201);
    expect(JSON.parse(response.headers.echo ?? "")).toEqual([
      "POST",
      "https://example.com/",
      { a: "b" },
      "x",
    ]);
    expect(await text(response.body)).toBe("äb");
  });
});
