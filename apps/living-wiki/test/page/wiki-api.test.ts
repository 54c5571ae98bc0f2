import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WikiListing, WikiPage, WikiSearchResult } from "../../src/contract/wiki.ts";
import { openEvents } from "../fixtures/event-reader.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

let page: TestPage;

beforeAll(async () => {
  page = await servePage(testWiki());
});

afterAll(() => page[Symbol.asyncDispose]());

const get = (name: string): Promise<Response> => page.ask(`/api/wiki/page?path=${encodeURIComponent(name)}`);
const put = (body: object): Promise<Response> =>
  page.ask("/api/wiki/page", { method: "PUT", body: JSON.stringify(body) });

describe("pages over the API", () => {
  test("are listed, read, written, searched and taken away", async () => {
    const listing: WikiListing = await (await page.ask("/api/wiki")).json();
    expect(listing.folder).toBe(page.wiki.pages.folder);
    expect(listing.pages.map(({ title }) => title)).toEqual(["Bicycles", "Home", "Sourdough", "Tides"]);

    const made = await put({ path: "notes/salt.md", markdown: "# Salt\n\nFrom krill.\n", digest: null });
    expect(made.status).toBe(200);
    const salt: WikiPage = await made.json();
    expect(await (await get("notes/salt.md")).json()).toEqual(salt);
    const found: WikiSearchResult = await (await page.ask("/api/wiki/search?q=krill")).json();
    expect(found).toMatchObject({ query: "krill", hits: [{ path: "notes/salt.md", title: "Salt" }] });

    const gone = await page.ask(`/api/wiki/page?path=notes/salt.md&digest=${salt.digest}`, {
      method: "DELETE",
    });
    expect(gone.status).toBe(204);
    expect((await get("notes/salt.md")).status).toBe(404);
  });

  test("with a digest of before get the page that is there now", async () => {
    const { digest }: WikiPage = await (await get("tides.md")).json();
    await writeFile(path.join(page.wiki.pages.folder, "tides.md"), "# Theirs\n");
    const answer = await put({ path: "tides.md", markdown: "# Mine\n", digest });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: { code: "page_changed" },
      page: { markdown: "# Theirs\n", title: "Theirs" },
    });
    const gone = await put({ path: "never.md", markdown: "x", digest });
    expect(await gone.json()).toMatchObject({ error: { code: "page_changed" }, page: null });
  });

  test.each(["../package.json", "../../etc/passwd.md", ".git/a.md", "a\u0000.md", ""])(
    "%j is refused",
    async (name) => {
      expect((await get(name)).status).toBe(400);
      expect((await put({ path: name, markdown: "x", digest: null })).status).toBe(400);
    },
  );

  test.each([
    ["no JSON", "{"],
    ["no text", '{"path":"a.md","digest":null}'],
    ["no digest", '{"path":"a.md","markdown":""}'],
  ])("%s is refused", async (_, body) => {
    const answer = await page.ask("/api/wiki/page", { method: "PUT", body });
    expect(answer.status).toBe(400);
  });

  test("a change on disk is told in the event stream", async () => {
    await using events = await openEvents(page);
    await events.next(({ type }) => type === "hello");
    await writeFile(path.join(page.wiki.pages.folder, "fresh.md"), "# Fresh\n");
    const told = await events.next((event) => event.type === "wiki" && event.change.path === "fresh.md");
    expect(told).toMatchObject({ change: { kind: "added", page: { title: "Fresh" } } });
  });

  test("draw.io links of a page are read, and others on request", async () => {
    const created = encodeURIComponent(JSON.stringify({ type: "mermaid", data: "graph TD; a-->b" }));
    const href = `https://app.diagrams.net/#create=${created}`;
    await put({ path: "drawn.md", markdown: `# Drawn\n\n[Diagram](${href})\n`, digest: null });
    const { diagrams }: WikiPage = await (await get("drawn.md")).json();
    expect(diagrams).toEqual([{ href, format: "mermaid", text: "graph TD; a-->b" }]);
    const body = JSON.stringify({ href });
    expect(await (await page.ask("/api/diagrams/decode", { method: "POST", body })).json()).toEqual(
      diagrams[0],
    );
  });
});
