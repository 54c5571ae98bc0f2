import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChatStore } from "../../src/chat/chat-store.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { textOf, turnOf } from "../fixtures/turns.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-chat-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("a transcript is found as it was by the next start, and models are told of it", async () => {
  const first = await testWiki({ folder });
  await turnOf(first, "Summarise Tides");
  await turnOf(first, "/help");
  const kept = first.chat.view.turns;
  await first[Symbol.asyncDispose]();
  await using second = await testWiki({ folder });
  expect(second.chat.view.turns).toEqual(kept);
  // What the planner read before the restart is what it puts on the page now.
  const put = await turnOf(second, "/put bicycles");
  expect(put.state).toBe("done");
  const page = await second.pages.read("bicycles.md");
  expect(page.markdown).toContain("bulges twice a day");
});

test("what ran when the app ended is shown as interrupted, and nothing waits any more", async () => {
  const first = await testWiki({ folder });
  const waits = new Promise<void>((resolve) => {
    first.approvals.on(() => resolve());
  });
  first.chat.send({ text: "/add tides: x" });
  await waits;
  const file = path.join(folder, "chat.json");
  // As a crash leaves it: written while the turn ran.
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain('"approval"');
  const crashed = await readFile(file, "utf8");
  await first[Symbol.asyncDispose]();
  await writeFile(file, crashed);
  await using second = await testWiki({ folder });
  const [turn] = second.chat.view.turns;
  expect(turn).toMatchObject({ state: "interrupted", text: "/add tides: x" });
  expect(turn?.parts.at(-1)).toMatchObject({ type: "tool", state: "cancelled" });
  expect(turn?.parts.at(-1)).not.toHaveProperty("approval");
  expect(textOf(await turnOf(second, "/help"))).toContain("/search");
});

test("clearing forgets everything, on disk, too", async () => {
  await using wiki = await testWiki({ folder });
  await turnOf(wiki, "Summarise Tides");
  await wiki.chat.clear();
  expect(wiki.chat.view.turns).toEqual([]);
  expect(await readFile(path.join(folder, "chat.json"), "utf8")).not.toContain("Tides");
});

test("the file is for nobody else to read, and is written whole", async () => {
  await using wiki = await testWiki({ folder });
  await turnOf(wiki, "/help");
  expect((await stat(path.join(folder, "chat.json"))).mode & 0o077).toBe(0);
  expect((await readdir(folder)).sort()).toEqual(["chat.json", "pages"]);
});

test.each(["{", "[]", '{"version":99,"turns":[]}'])(
  "a file that is no transcript (%s) is refused, not overwritten",
  async (text) => {
    const file = path.join(folder, "chat.json");
    await writeFile(file, text);
    await expect(openChatStore(file).load()).rejects.toThrow(/cannot be read.*Move it away/);
    expect(await readFile(file, "utf8")).toBe(text);
  },
);
