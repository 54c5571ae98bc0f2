import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEvents } from "../fixtures/event-reader.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

let page: TestPage;

beforeAll(async () => {
  page = await servePage(testWiki());
});

afterAll(() => page[Symbol.asyncDispose]());

/** A request with headers that `fetch` does not let anybody set. */
function raw(path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: page.served.port, path, headers, method };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

describe("who may talk to the page's server", () => {
  test("whoever has the token, under the names it listens on", async () => {
    const authorization = `Bearer ${page.served.token}`;
    const { port } = page.served;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await raw("/api/state", { host, authorization })).toBe(200);
  });

  test.each(["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80"])(
    "nobody who calls it %s",
    async (host) => {
      const authorization = `Bearer ${page.served.token}`;
      expect(await raw("/", { host })).toBe(421);
      expect(await raw("/api/state", { host, authorization })).toBe(421);
    },
  );

  test.each([
    ["/api/state", "GET"],
    ["/api/events", "GET"],
    ["/api/calls", "POST"],
    ["/api/calls/a", "DELETE"],
    ["/api/servers/a/kill", "POST"],
    ["/api/anything", "GET"],
  ])("nobody without the token asks %s (%s)", async (path, method) => {
    const host = `127.0.0.1:${page.served.port}`;
    expect(await raw(path, { host }, method)).toBe(401);
    expect(await raw(path, { host, authorization: "Bearer " }, method)).toBe(401);
    expect(await raw(path, { host, authorization: `Bearer ${"x".repeat(32)}` }, method)).toBe(401);
  });

  test.each([
    [{ origin: "http://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://127.0.0.1:1" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("no other page, even with the token: %j", async (headers) => {
    const host = `127.0.0.1:${page.served.port}`;
    const authorization = `Bearer ${page.served.token}`;
    expect(await raw("/api/state", { host, authorization, ...headers })).toBe(403);
    expect(await raw("/", { host, ...headers })).toBe(403);
  });
});

test("every response carries the security headers, refusals included", async () => {
  for (const path of ["/", "/api/state", "/nothing"]) {
    const { headers } = await fetch(`${page.origin}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.has("access-control-allow-origin")).toBe(false);
    expect(headers.has("set-cookie")).toBe(false);
  }
});

test("only files of the built page are served", async () => {
  const answer = await fetch(`${page.origin}/`);
  expect(await answer.text()).toContain('<div id="app">');
  for (const path of ["/../package.json", "/%2e%2e/package.json", "/index.html", "/assets/", "/src/main.tsx"])
    expect((await fetch(`${page.origin}${path}`)).status).toBe(404);
});

test("the token is not in the page, and every run has its own", async () => {
  const answer = await fetch(`${page.origin}/`);
  expect(await answer.text()).not.toContain(page.served.token);
  await using other = await servePage(testWiki());
  expect(other.served.token).not.toBe(page.served.token);
  expect(page.served.url).toBe(`${page.origin}/#token=${page.served.token}`);
});

test("a page that is stopped ends its event streams and frees its port", async () => {
  const other = await servePage(testWiki());
  const events = await openEvents(other);
  await events.next(({ type }) => type === "hello");
  await other[Symbol.asyncDispose]();
  await events.ended;
  await expect(fetch(other.origin)).rejects.toThrow();
  await expect(servePage(testWiki()).then((next) => next[Symbol.asyncDispose]())).resolves.toBeUndefined();
});
