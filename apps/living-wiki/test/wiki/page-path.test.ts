import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkPagePath, pageFile } from "../../src/wiki/page-path.ts";
import { openWikiPages, type WikiPages } from "../../src/wiki/wiki-pages.ts";

let outside: string;
let root: string;
let pages: WikiPages;

beforeEach(async () => {
  outside = await mkdtemp(path.join(os.tmpdir(), "living-wiki-outside-"));
  root = path.join(outside, "wiki");
  await mkdir(path.join(root, "notes"), { recursive: true });
  await writeFile(path.join(outside, "secret.md"), "# Secret\n");
  await writeFile(path.join(root, "home.md"), "# Home\n");
  await symlink(path.join(outside, "secret.md"), path.join(root, "link.md"));
  await symlink(outside, path.join(root, "up"));
  await mkdir(path.join(root, "folder.md"));
  pages = await openWikiPages(root);
});

afterEach(async () => {
  await pages[Symbol.asyncDispose]();
  await rm(outside, { recursive: true });
});

test.each([
  "../secret.md",
  "notes/../../secret.md",
  "/etc/passwd.md",
  "./home.md",
  "notes//a.md",
  ".hidden.md",
  "notes/.git/a.md",
  "home",
  "home.txt",
  "a\\b.md",
  "C:a.md",
  "a\u0000.md",
  "a\n.md",
  ".md",
  "",
  `${"a".repeat(300)}.md`,
])("%j is no name of a page", async (name) => {
  expect(() => checkPagePath(name)).toThrow(expect.objectContaining({ code: "bad_path" }));
  await expect(pages.read(name)).rejects.toMatchObject({ code: "bad_path" });
  await expect(pages.write({ path: name, markdown: "x", digest: null })).rejects.toMatchObject({
    code: "bad_path",
  });
});

test.each(["link.md", "up/secret.md", "folder.md"])("%s is not followed, read or written", async (name) => {
  await expect(pages.read(name)).rejects.toMatchObject({ code: "bad_path" });
  await expect(pages.write({ path: name, markdown: "x", digest: null })).rejects.toMatchObject({
    code: "bad_path",
  });
  expect(pages.list().map((page) => page.path)).toEqual(["home.md"]);
  expect(pages.search("Secret")).toEqual([]);
});

test.each(["tides.md", "notes/sea.md", "Ebbe und Flut.md", "日本.md", "a.b.md"])(
  "%s is one",
  async (name) => {
    expect(await pageFile(root, name, true)).toBe(path.join(pages.folder, name));
  },
);
