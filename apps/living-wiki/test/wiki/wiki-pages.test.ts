import { mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WikiChange } from "../../src/contract/wiki.ts";
import { prepareWiki } from "../../src/wiki/prepare-wiki.ts";
import { openWikiPages, type WikiPages } from "../../src/wiki/wiki-pages.ts";

let folder: string;
let pages: WikiPages;
let changes: WikiChange[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-pages-"));
  await writeFile(path.join(folder, "tides.md"), "# Tides\n\nThe moon pulls the ocean into spring tides.\n");
  await writeFile(path.join(folder, "bread.md"), "```\n# no title\n```\n\n## Sour *dough*\n\nWild yeast.\n");
  pages = await openWikiPages(folder);
  changes = [];
  pages.on((change) => changes.push(change));
});

afterEach(async () => {
  await pages[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe("reading and writing", () => {
  test("lists pages by title, which is the first heading outside code", () => {
    expect(pages.list().map(({ path: name, title }) => [name, title])).toEqual([
      ["bread.md", "Sour dough"],
      ["tides.md", "Tides"],
    ]);
  });

  test("a page is written whole, told of, and found at once", async () => {
    const { digest } = await pages.read("tides.md");
    const written = await pages.write({ path: "tides.md", markdown: "# Ebb\n\nNeap.\n", digest });
    expect(written).toMatchObject({ title: "Ebb", markdown: "# Ebb\n\nNeap.\n" });
    expect(written.digest).not.toBe(digest);
    expect(await readFile(path.join(folder, "tides.md"), "utf8")).toBe("# Ebb\n\nNeap.\n");
    expect(await readdir(folder)).toEqual(["bread.md", "tides.md"]);
    expect(changes).toEqual([
      {
        kind: "changed",
        path: "tides.md",
        page: expect.objectContaining({ title: "Ebb" }),
        digest: written.digest,
      },
    ]);
    expect(pages.search("neap").map((hit) => hit.path)).toEqual(["tides.md"]);
    expect(pages.search("moon")).toEqual([]);
  });

  test("a page that somebody else has changed is not overwritten", async () => {
    const { digest } = await pages.read("tides.md");
    await writeFile(path.join(folder, "tides.md"), "# Theirs\n");
    await expect(pages.write({ path: "tides.md", markdown: "# Mine\n", digest })).rejects.toMatchObject({
      code: "page_changed",
    });
    expect(await readFile(path.join(folder, "tides.md"), "utf8")).toBe("# Theirs\n");
    await expect(pages.write({ path: "tides.md", markdown: "x", digest: null })).rejects.toMatchObject({
      code: "page_changed",
    });
    await expect(pages.remove("tides.md", digest)).rejects.toMatchObject({ code: "page_changed" });
  });

  test("of two writes with the same digest one wins and the other is told", async () => {
    const { digest } = await pages.read("tides.md");
    const writes = ["one", "two"].map((markdown) => pages.write({ path: "tides.md", markdown, digest }));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await pages.read("tides.md")).markdown).toBe("one");
  });

  test("new pages are made with their folders, and pages are taken away", async () => {
    const page = await pages.write({ path: "notes/sea/salt.md", markdown: "# Salt\n", digest: null });
    expect(pages.list().map(({ path: name }) => name)).toContain("notes/sea/salt.md");
    await pages.remove("notes/sea/salt.md", page.digest);
    await expect(pages.read("notes/sea/salt.md")).rejects.toMatchObject({ code: "page_not_found" });
    expect(changes.map(({ kind }) => kind)).toEqual(["added", "removed"]);
  });

  test("a page that is too large is refused, and one on disk is not listed", async () => {
    const markdown = "x".repeat(1024 * 1024 + 1);
    await expect(pages.write({ path: "big.md", markdown, digest: null })).rejects.toMatchObject({
      code: "page_too_large",
    });
    expect(await readdir(folder)).toEqual(["bread.md", "tides.md"]);
  });
});

describe("what others change", () => {
  const told = (kind: WikiChange["kind"], name: string) => () =>
    changes.some((change) => change.kind === kind && change.path === name);

  test("is told: new pages, changes, pages in new folders, and pages that go", async () => {
    await writeFile(path.join(folder, "new.md"), "# New\n");
    await expect.poll(told("added", "new.md")).toBe(true);
    await writeFile(path.join(folder, "new.md"), "# Newer\n");
    await expect.poll(told("changed", "new.md")).toBe(true);
    await mkdir(path.join(folder, "deep"));
    await writeFile(path.join(folder, "deep", "page.md"), "# Deep\n\nkrill\n");
    await expect.poll(told("added", "deep/page.md")).toBe(true);
    await writeFile(path.join(folder, "deep", "page.md"), "# Deeper\n\nkrill and whale\n");
    await expect.poll(told("changed", "deep/page.md")).toBe(true);
    expect(pages.search("whale").map((hit) => hit.path)).toEqual(["deep/page.md"]);
    await unlink(path.join(folder, "new.md"));
    await expect.poll(told("removed", "new.md")).toBe(true);
  });
});

describe("searching", () => {
  test.each([
    ["moon", "tides.md"],
    ["oce", "tides.md"],
    ["yeest", "bread.md"],
    ["what is a spring tide?", "tides.md"],
    ["SOUR", "bread.md"],
  ])("%j finds %s", (query, name) => {
    expect(pages.search(query)[0]?.path).toBe(name);
  });

  test("marks what was found in the text around it", () => {
    const [hit] = pages.search("moon");
    expect(hit?.snippet.filter((part) => part.hit).map((part) => part.text.toLowerCase())).toEqual(["moon"]);
    expect(hit?.snippet.map((part) => part.text).join("")).toBe(
      "The moon pulls the ocean into spring tides.",
    );
  });

  test("finds nothing for nothing, and for words that are in every text", () => {
    for (const query of ["", "   ", "the of is"]) expect(pages.search(query)).toEqual([]);
  });
});

test("the first start copies the pages that the app brings along, and never over others", async () => {
  const own = path.join(folder, "own");
  await prepareWiki(own, path.join(import.meta.dirname, "../../wiki"));
  expect(await readdir(own)).toEqual(["bicycles.md", "home.md", "sourdough.md", "tides.md"]);
  await writeFile(path.join(own, "home.md"), "mine");
  await unlink(path.join(own, "tides.md"));
  await prepareWiki(own, path.join(import.meta.dirname, "../../wiki"));
  expect(await readFile(path.join(own, "home.md"), "utf8")).toBe("mine");
  expect(await readdir(own)).not.toContain("tides.md");
});
