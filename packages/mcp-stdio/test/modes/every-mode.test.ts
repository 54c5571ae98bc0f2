import { readdir, readFile } from "node:fs/promises";
import { scriptedModes } from "@x/mcp-testing";
import { expect, test } from "vitest";

test("every mode of the scripted server has a test here that says what is right", async () => {
  const here = new URL("./", import.meta.url);
  const files = (await readdir(here)).filter((name) => name !== "every-mode.test.ts");
  const sources = (await Promise.all(files.map((name) => readFile(new URL(name, here), "utf8")))).join("\n");
  const missing = Object.keys(scriptedModes).filter((mode) => !sources.includes(`"${mode}"`));
  expect(missing).toEqual([]);
});
