import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { broken } from "../import-cost/expectations.mjs";

const nothing = { npm: [], builtins: [], siblings: [] };

test("an import that loads nothing from npm is as expected", () => {
  expect(broken("@x/pool", { ...nothing, builtins: ["node:path"], siblings: ["@x/mcp-core"] })).toEqual([]);
});

test("an import that loads a library is reported", () => {
  expect(broken("@x/mcp-session", { ...nothing, npm: ["ajv"] })).toEqual([
    "loads ajv from npm: load it with import() on first use",
  ]);
});

test("a built-in of Node is reported where there need be no Node", () => {
  expect(broken("@x/ui-resources", { ...nothing, builtins: ["node:fs"] })).toHaveLength(1);
});

test("the door is reported when it loads a transport early", () => {
  expect(broken("@x/mcp", { ...nothing, siblings: ["@x/mcp-stdio", "@x/pool"] })).toEqual([
    "loads @x/mcp-stdio before it is needed",
  ]);
});

test("the probe sees the files of a module and of what it imports or requires", () => {
  const probe = path.join(import.meta.dirname, "../import-cost/probe.mjs");
  const subject = path.join(import.meta.dirname, "fixtures/imports/entry.mjs");
  const output = execFileSync(process.execPath, [probe, "files", subject], { encoding: "utf8" });
  const { urls } = JSON.parse(output) as { urls: readonly string[] };
  const files = urls
    .filter((url) => url.includes("/fixtures/imports/"))
    .map((url) => path.posix.basename(url));
  expect(files.sort()).toEqual(["entry.mjs", "imported.mjs", "required.cjs"]);
});
