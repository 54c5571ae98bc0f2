import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { realPart } from "@x/tooling/real-parts";
import { expect, test } from "vitest";
import { listFiles, root } from "../workspace.mjs";
import { cloneWorkspace } from "./clone.ts";

/** The lines of CONTRIBUTING.md that make an adapter. */
function walk(): readonly string[] {
  const text = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = text.split("## Write a new sandbox adapter in ten minutes\n");
  const [, block = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
  return block.trim().split("\n");
}

test("CONTRIBUTING's lines make an adapter that is wired, typed and keeps the contract", async (context) => {
  using clone = await cloneWorkspace(context.signal);
  // What a contributor has done before: installed what is there.
  const store = await realPart("a package store that holds the lockfile's packages", async () => {
    const { code, stdout, stderr } = await clone.run("pnpm install --frozen-lockfile");
    return code === 0 ? true : `run \`pnpm install\` once; pnpm said: ${`${stdout}${stderr}`.slice(-500)}`;
  });
  context.skip(!store, "the package store cannot serve offline");

  const lines = walk();
  expect(lines[0]).toBe("pnpm new:adapter acme");
  expect(lines.slice(-2)).toEqual(["pnpm --filter @x/sandbox-acme test", "node tooling/rules.mjs"]);
  for (const line of lines.slice(0, -2)) {
    const { code, stdout, stderr } = await clone.run(line);
    expect({ line, code, output: code === 0 ? "" : `${stdout}${stderr}` }).toEqual({
      line,
      code: 0,
      output: "",
    });
  }
  const source = readFileSync(path.join(clone.root, "packages/sandbox-acme/src/acme-sandbox.ts"), "utf8");
  expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(80);

  // Of its README's examples, which `pnpm test` makes for all packages, tests are made as well.
  await clone.run("node tooling/readme.mjs");
  expect(readdirSync(path.join(clone.root, "packages/sandbox-acme/test"))).toContain("readme.test.ts");
  const [tests, rules, knip, biome] = await Promise.all(
    [
      ...lines.slice(-2),
      "knip -W packages/sandbox-acme --no-config-hints",
      "biome ci packages/sandbox-acme",
    ].map((line) => clone.run(line)),
  );
  expect(tests).toMatchObject({ code: 0, stdout: expect.stringMatching(/Test Files .*2 passed/) });
  expect(tests?.stdout).not.toMatch(/failed/);
  // The rest of the workspace has a check of its own.
  expect(rules?.stderr.split("\n").filter((line) => line.includes("sandbox-acme"))).toEqual([]);
  expect(rules?.stdout).toMatch(/rules: \d+ (rules hold|problems)/);
  expect(knip).toMatchObject({ code: 0, stdout: "" });
  expect(biome?.code).toBe(0);

  const wired = readFileSync(path.join(clone.root, "tsconfig.json"), "utf8");
  expect(wired.match(/"packages\/sandbox-acme(\/test)?"/g)).toEqual([
    '"packages/sandbox-acme"',
    '"packages/sandbox-acme/test"',
  ]);
  const again = await clone.run("pnpm new:adapter acme");
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain("packages/sandbox-acme is there already");
  expect(readFileSync(path.join(clone.root, "tsconfig.json"), "utf8")).toBe(wired);
}, 300_000);

test.each([
  [[], "write one name"],
  [["a", "b"], "write one name"],
  [["Acme"], "is no name for a package"],
  [["../acme"], "is no name for a package"],
  [["sandbox-acme"], "pnpm new:adapter acme"],
  [["host"], "packages/sandbox-host is there already"],
])("a name that will not do is refused with what to write, and nothing is written (%j)", (names, part) => {
  const before = listFiles();
  const script = path.join(root, "tooling/new-adapter.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, ...names], { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain(part);
  expect(stderr).toContain("Nothing was written");
  const made = (files: readonly string[]) => files.filter((file) => /acme|sandbox-sandbox/.test(file));
  expect(made(listFiles())).toEqual(made(before));
});
