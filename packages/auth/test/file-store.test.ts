import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileStore } from "@x/auth";
import { afterEach, beforeEach, expect, test } from "vitest";

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "store-"));
  folder = path.join(parent, "credentials");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const entryFile = async (): Promise<string> => {
  const [name = ""] = (await readdir(path.join(folder, "entries"))).filter((one) => one.endsWith(".json"));
  return path.join(folder, "entries", name);
};

test("folders are 0700 and files 0600, and names tell nothing", async () => {
  await fileStore({ folder }).put("auth/token/secret-name", "value");
  const file = await entryFile();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(path.basename(file)).toMatch(/^[0-9a-f]{64}\.json$/);
});

test("what others can read is refused, and not repaired in silence", async () => {
  const store = fileStore({ folder });
  await store.put("a", "value");
  await chmod(await entryFile(), 0o644);
  await expect(store.get("a")).rejects.toMatchObject({ authCode: "store_unavailable" });
  await chmod(await entryFile(), 0o600);
  await chmod(folder, 0o755);
  await expect(store.get("a")).rejects.toMatchObject({ authCode: "store_unavailable" });
});

test("a torn file counts as absent, is put aside, and can be written again", async () => {
  const store = fileStore({ folder });
  await store.put("a", "value");
  const file = await entryFile();
  await writeFile(file, (await readFile(file, "utf8")).slice(0, 20));
  expect(await store.get("a")).toBeUndefined();
  expect(await readdir(path.dirname(file))).toEqual([`${path.basename(file)}.torn`]);
  await store.put("a", "again", { ifVersion: null });
  expect((await store.get("a"))?.value).toBe("again");
});

test("what has expired is swept by the next store that writes", async () => {
  await fileStore({ folder }).put("flow", "value", { ttlMs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await fileStore({ folder }).put("other", "value");
  expect(await readdir(path.join(folder, "entries"))).toHaveLength(1);
});

test("no draft of a file is left behind", async () => {
  const store = fileStore({ folder });
  await Promise.all(Array.from({ length: 10 }, (_, index) => store.put("a", String(index))));
  await store.lock("a", { leaseMs: 5_000, waitMs: 5_000 }, async () => undefined);
  const left = (await readdir(folder, { recursive: true })).filter((one) =>
    path.basename(one).startsWith("."),
  );
  expect(left).toEqual([]);
});
