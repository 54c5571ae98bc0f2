import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { proxyFromEnvironment, undiciSend } from "@x/mcp-http";
import { expect, test } from "vitest";
import { bypassesProxy } from "../src/send/http-proxy.ts";
import { plainServer } from "./support/plain-server.ts";

interface Proxy extends AsyncDisposable {
  readonly url: string;
  readonly requests: string[];
  readonly authorizations: (string | undefined)[];
}

/** A proxy that sends everything to one port of loopback. */
async function startProxy(targetPort: number): Promise<Proxy> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = (request: IncomingMessage): void => {
    requests.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers["proxy-authorization"]);
  };
  const server = createServer((request, response) => {
    note(request);
    response.end("through the proxy");
  });
  server.on("connect", (request, socket: Socket) => {
    note(request);
    const upstream = connect(targetPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    for (const one of [socket, upstream]) one.on("error", () => undefined);
    sockets.add(upstream);
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    authorizations,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("https is tunnelled and http is asked for through the proxy, which resolves the names", async () => {
  await using server = await plainServer((_, response) => response.end());
  await using proxy = await startProxy(server.port);
  const withUser = proxy.url.replace("http://", "http://user:pass@");
  await using sender = undiciSend({
    proxy: { url: withUser },
    egress: { allow: ["plain.test:80"] },
    resolve: () => Promise.reject(new Error("no name is resolved here")),
  });
  const response = await sender.send({ method: "GET", url: new URL("http://plain.test/a"), headers: {} });
  let body = "";
  for await (const chunk of response.body) body += Buffer.from(chunk).toString("utf8");
  expect(body).toBe("through the proxy");
  // The target speaks no TLS, so the tunnel is all that comes about.
  const secure = sender.send({ method: "GET", url: new URL("https://secure.test/b"), headers: {} });
  await expect(secure).rejects.toMatchObject({ outcome: "not-sent" });
  expect(proxy.requests).toEqual(["GET http://plain.test/a", "CONNECT secure.test:443"]);
  expect(proxy.authorizations).toEqual(Array(2).fill(`Basic ${btoa("user:pass")}`));
});

test("through a tunnel TLS is checked against the name of the server, not of the proxy", async () => {
  const fixture = (name: string): string =>
    readFileSync(new URL(`./fixtures/loopback.${name}.pem`, import.meta.url), "utf8");
  const server = createTlsServer({ key: fixture("key"), cert: fixture("cert") }, (request, response) =>
    response.end(`secure ${request.headers.host}`),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  {
    await using proxy = await startProxy((server.address() as AddressInfo).port);
    await using sender = undiciSend({ proxy: { url: proxy.url }, ca: fixture("cert") });
    const get = (host: string) =>
      sender.send({ method: "GET", url: new URL(`https://${host}/`), headers: {} });
    const response = await get("service.test");
    let body = "";
    for await (const chunk of response.body) body += Buffer.from(chunk).toString("utf8");
    expect(body).toBe("secure service.test");
    await expect(get("other.test")).rejects.toMatchObject({ code: "connect_failed", outcome: "not-sent" });
    expect(proxy.requests).toEqual(["CONNECT service.test:443", "CONNECT other.test:443"]);
  }
  await new Promise((resolve) => server.close(resolve));
});

test("loopback and bypassed hosts are reached directly, refused addresses not at all", async () => {
  await using server = await plainServer((_, response) => response.end());
  await using proxy = await startProxy(server.port);
  await using sender = undiciSend({
    proxy: { url: proxy.url, bypass: ["direct.test"] },
    egress: { allow: [`direct.test:${server.port}`] },
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
  for (const host of ["127.0.0.1", "localhost", "direct.test"])
    await sender.send({ method: "GET", url: new URL(`http://${host}:${server.port}/`), headers: {} });
  await expect(
    sender.send({ method: "GET", url: new URL("https://169.254.169.254/"), headers: {} }),
  ).rejects.toMatchObject({ code: "config" });
  expect(proxy.requests).toEqual([]);
  expect(server.connections).toBeGreaterThan(0);
});

test.each([
  ["example.com:443", "example.com", true],
  ["api.example.com:443", "example.com", true],
  ["api.example.com:443", ".example.com", true],
  ["api.example.com:443", "*.example.com", true],
  ["badexample.com:443", "example.com", false],
  ["example.com:443", "example.com:443", true],
  ["example.com:444", "example.com:443", false],
  ["example.com:443", "*", true],
  ["10.0.0.1:443", "10.0.0.1", true],
])("%s with the entry %s is reached directly: %s", (target, entry, direct) => {
  expect(bypassesProxy({ url: "http://p", bypass: [entry] }, target)).toBe(direct);
});

test("the environment is read as curl does", () => {
  expect(proxyFromEnvironment({})).toBeUndefined();
  expect(proxyFromEnvironment({ HTTPS_PROXY: "http://p:1", no_proxy: "a, .b  c" })).toEqual({
    url: "http://p:1",
    bypass: ["a", ".b", "c"],
  });
  expect(proxyFromEnvironment({ all_proxy: "p:1" })).toEqual({ url: "http://p:1", bypass: [] });
  expect(proxyFromEnvironment({ http_proxy: "http://h:1" }, "http:")).toEqual({
    url: "http://h:1",
    bypass: [],
  });
  expect(proxyFromEnvironment({ HTTP_PROXY: "http://h:1" }, "http:")).toBeUndefined();
  expect(proxyFromEnvironment({ https_proxy: "http://low", HTTPS_PROXY: "http://cap" })?.url).toBe(
    "http://low",
  );
});
