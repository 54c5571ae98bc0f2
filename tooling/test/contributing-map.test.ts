import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allowedFor, onlySubpaths } from "../rules/arrow-table.mjs";

const root = new URL("../../", import.meta.url);
const packages = readdirSync(new URL("packages", root));

/** Package → what it may use, as CONTRIBUTING's map says. */
function rowsOfMap(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL("CONTRIBUTING.md", root), "utf8");
  const map = text.slice(text.indexOf("## Map"), text.indexOf("## Daily work"));
  const rows = map.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, names = "", , uses = ""] = row.split("|");
      return wordsIn(names).map((name) => [name, wordsIn(uses)] as const);
    }),
  );
}

function wordsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}

/** The name of a package, and of the one part of it that others may use. */
function written(name: string): string {
  const [subpath] = (onlySubpaths as Readonly<Record<string, readonly string[]>>)[name] ?? [];
  return subpath === undefined ? name : `${name}/${subpath}`;
}

test("CONTRIBUTING's map has every package, and the arrows that CI checks", () => {
  const rows = rowsOfMap();
  for (const name of packages) {
    const allowed = (allowedFor(name) ?? []).map(written);
    // An adapter that was just made has the row of all others until it has one of its own.
    const row = rows.get(name) ?? (name.startsWith("sandbox-") ? rows.get("sandbox-*") : undefined);
    expect(row, `the row of ${name}`).toBeDefined();
    expect([...(row ?? [])].sort(), `what ${name} may use`).toEqual([...allowed].sort());
  }
});

test("CONTRIBUTING's map has no package that is not there", () => {
  const further = ["sandbox-*", "apps/*", "tooling"];
  const unknown = [...rowsOfMap().keys()].filter(
    (name) => !packages.includes(name) && !further.includes(name),
  );
  expect(unknown).toEqual([]);
});
