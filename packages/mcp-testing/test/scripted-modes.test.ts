import { readFile } from "node:fs/promises";
import { scriptedModes } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { modeNames } from "#scripted-server";

test("every mode of the union is a mode of the server, and the other way round", () => {
  expect([...modeNames].sort()).toEqual(Object.keys(scriptedModes).sort());
});

test("the README has a row for every mode that says what scriptedModes says", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  // The formatter pads the cells of a table.
  const rows = readme.replaceAll(/ +/g, " ");
  for (const [mode, { does, client, processOnly }] of Object.entries(scriptedModes))
    expect(rows).toContain(`| \`${mode}\`${processOnly ? " ¹" : ""} | ${does} | ${client} |`);
});
