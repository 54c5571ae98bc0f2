import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { HttpRequest, HttpResponse } from "@x/mcp-core";
import { undiciSend } from "@x/mcp-http";
import { expect, test } from "vitest";
import { plainServer } from "./support/plain-server.ts";

const get = (url: string, signal?: AbortSignal): HttpRequest => ({
  method: "GET",
  url: new URL(url),
  headers: {},
  ...(signal === undefined ? {} : { signal }),
});
const post = (url: string, method: string): HttpRequest => ({
  method: "POST",
  url: new URL(url),
  headers: { "content-type": "application/json" },
  body: "{}",
  operation: { method },
});

async function text({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

test("connections are kept and used again, repeated headers are joined, nothing is left", async () => {
  await using server = await plainServer((request, response, body) => {
    response.writeHead(200, { "x-two": ["a", "b"] }).end(`${request.method} ${request.url} ${body}`);
  });
  const sender = undiciSend();
  for (let turn = 0; turn < 10; turn++) {
    const response = await sender.send(post(`${server.url}?q=1`, "ping"));
    expect(response.headers["x-two"]).toBe("a, b");
    expect(await text(response)).toBe("POST /mcp?q=1 {}");
  }
  // Undici gives a connection one turn of the event loop before it uses it again.
  expect(server.connections).toBeLessThanOrEqual(2);
  await sender.close();
  await sender.close();
  await expect.poll(() => server.open).toBe(0);
  await expect(sender.send(get(server.url))).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
});

test("a sender that never sent closes too", async () => {
  await undiciSend().close();
});

test("a name that resolves to a private address is refused at the connection", async () => {
  let resolved = 0;
  await using sender = undiciSend({
    serverId: "s",
    resolve: async () => {
      resolved += 1;
      return [{ address: "10.0.0.1", family: 4 }];
    },
  });
  await expect(sender.send(get("https://intern.test/mcp"))).rejects.toMatchObject({
    code: "config",
    outcome: "not-sent",
    message: expect.stringContaining('egress: { allow: ["intern.test:443"] }'),
  });
  expect(resolved).toBe(1);
});

test("a name that resolves differently for the next connection (rebinding) meets the guard again", async () => {
  let hits = 0;
  await using server = await plainServer((_, response) => {
    hits += 1;
    response.writeHead(200, { connection: "close" }).end("here");
  });
  const answers = ["127.0.0.1", "10.0.0.1"];
  await using sender = undiciSend({
    resolve: async () => [{ address: answers.shift() ?? "10.0.0.1", family: 4 }],
  });
  const url = `http://app.localhost:${server.port}/`;
  expect(await text(await sender.send(get(url)))).toBe("here");
  await expect(sender.send(get(url))).rejects.toMatchObject({ code: "config", outcome: "not-sent" });
  expect(hits).toBe(1);
});

test("the address that was checked is the one that is connected to", async () => {
  await using server = await plainServer((request, response) => response.end(request.headers.host));
  const asked: string[] = [];
  await using sender = undiciSend({
    egress: { allow: [`service.test:${server.port}`] },
    resolve: async (hostname) => {
      asked.push(hostname);
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  const response = await sender.send(get(`http://service.test:${server.port}/`));
  expect(await text(response)).toBe(`service.test:${server.port}`);
  expect(asked).toEqual(["service.test"]);
});

test("localhost must be loopback, whatever the resolver says", async () => {
  await using sender = undiciSend({ resolve: async () => [{ address: "8.8.8.8", family: 4 }] });
  await expect(sender.send(get("http://localhost:9/"))).rejects.toMatchObject({ code: "config" });
});

test("TLS is checked against the name, with an authority of one's own where one is given", async () => {
  const fixture = (name: string): string =>
    readFileSync(new URL(`./fixtures/loopback.${name}.pem`, import.meta.url), "utf8");
  const server = createServer({ key: fixture("key"), cert: fixture("cert") }, (_, response) =>
    response.end("secure"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const resolve = async (): Promise<{ address: string; family: number }[]> => [
    { address: "127.0.0.1", family: 4 },
  ];
  {
    await using trusting = undiciSend({ ca: fixture("cert"), resolve });
    expect(await text(await trusting.send(get(url)))).toBe("secure");
    await using strict = undiciSend({ resolve });
    await expect(strict.send(get(url))).rejects.toMatchObject({
      code: "connect_failed",
      outcome: "not-sent",
    });
  }
  await new Promise((done) => server.close(done));
});

test("a caller that leaves before the headers gets its own reason back", async () => {
  await using server = await plainServer(() => undefined);
  await using sender = undiciSend();
  const controller = new AbortController();
  const sent = sender.send(get(server.url, controller.signal));
  await expect.poll(() => server.connections).toBe(1);
  controller.abort(new Error("enough"));
  await expect(sent).rejects.toMatchObject({ code: "cancelled", cause: { message: "enough" } });
  await expect.poll(() => server.open).toBe(0);
});

test("a caller that left already sends nothing", async () => {
  await using server = await plainServer((_, response) => response.end());
  await using sender = undiciSend();
  await expect(sender.send(get(server.url, AbortSignal.abort()))).rejects.toMatchObject({
    code: "cancelled",
    outcome: "not-sent",
  });
  expect(server.connections).toBe(0);
});

test("a body that is not read to its end frees the connection", async () => {
  await using server = await plainServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(1024)), 5);
    response.on("close", () => clearInterval(timer));
  });
  await using sender = undiciSend();
  const { body } = await sender.send(get(server.url));
  for await (const _ of body) break;
  await expect.poll(() => server.open).toBe(0);
});

test("a reader that does not read slows the server down", async () => {
  let written = 0;
  await using server = await plainServer((_, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(64 * 1024);
    const pour = (): void => {
      while (written < 64 * 1024 * 1024 && !response.destroyed) {
        written += piece.length;
        if (!response.write(piece)) {
          response.once("drain", pour);
          return;
        }
      }
      response.end();
    };
    pour();
  });
  await using sender = undiciSend();
  const response = await sender.send(get(server.url));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(written).toBeLessThan(32 * 1024 * 1024);
  let read = 0;
  for await (const chunk of response.body) read += chunk.length;
  expect(read).toBe(64 * 1024 * 1024);
});

test.each([
  ["GET", 2],
  ["tools/list", 2],
  ["resources/read", 2],
  ["tools/call", 1],
  ["initialize", 1],
  ["notifications/initialized", 1],
])("after a reset of a kept connection %s reaches the server %i times", async (method, times) => {
  let seen = 0;
  let warm = false;
  await using server = await plainServer((request, response) => {
    if (!warm) {
      warm = true;
      response.end("warm");
      return;
    }
    seen += 1;
    if (seen === 1) request.socket.resetAndDestroy();
    else response.end("second");
  });
  await using sender = undiciSend();
  await text(await sender.send(get(server.url)));
  await new Promise((resolve) => setTimeout(resolve, 10));
  const request = method === "GET" ? get(server.url) : post(server.url, method);
  const sent = sender.send(request).then(text);
  if (times === 2) expect(await sent).toBe("second");
  else await expect(sent).rejects.toMatchObject({ outcome: "unknown", retryable: true });
  expect(seen).toBe(times);
});

test("a reset of a new connection is not repeated", async () => {
  let seen = 0;
  await using server = await plainServer((request) => {
    seen += 1;
    request.socket.resetAndDestroy();
  });
  await using sender = undiciSend();
  await expect(sender.send(post(server.url, "tools/list"))).rejects.toMatchObject({ outcome: "unknown" });
  expect(seen).toBe(1);
});

test("a connection that the server closed while this process was busy is not written to", async () => {
  let seen = 0;
  await using server = await plainServer((request, response) => {
    seen += 1;
    response.writeHead(200, { "keep-alive": "timeout=60" }).end("ok");
    if (seen === 1) response.on("finish", () => setTimeout(() => request.socket.end(), 20));
  });
  await using sender = undiciSend();
  await text(await sender.send(get(server.url)));
  await new Promise((resolve) => setTimeout(resolve, 30));
  // The end of the connection may wait in the kernel meanwhile.
  const until = performance.now() + 1_200;
  while (performance.now() < until);
  expect(await text(await sender.send(post(server.url, "tools/call")))).toBe("ok");
  expect(server.connections).toBe(2);
});
