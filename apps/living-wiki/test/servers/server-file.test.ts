import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readServerFile } from "../../src/servers/server-file.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "living-wiki-test-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const file = path.join(folder, "servers.json");
  await writeFile(file, text);
  return file;
}

test("servers are read as they are declared; their own mistakes are for the pool to find", async () => {
  const file = await fileOf('[{ "kind": "stdio", "serverId": "a", "comand": "x" }]');
  expect(await readServerFile(file)).toEqual([
    { declaration: { kind: "stdio", serverId: "a", comand: "x" } },
  ]);
});

test.each([
  ["{", ""],
  ["{}", ""],
  ["[1]", "/0/serverId"],
  ['[{ "serverId": "a" }, { "kind": "stdio" }]', "/1/serverId"],
  ['[{ "serverId": "" }]', "/0/serverId"],
])("%s is refused with the place of the mistake", async (text, pointer) => {
  const file = await fileOf(text);
  await expect(readServerFile(file)).rejects.toMatchObject({ code: "config", pointer, file });
});

test("a file that is not there is refused by its name", async () => {
  const file = path.join(folder, "missing.json");
  await expect(readServerFile(file)).rejects.toMatchObject({ code: "config", file });
});
