import { describe, expect, test } from "vitest";
import { changesets } from "../rules/changesets.mjs";
import { fileLength } from "../rules/file-length.mjs";
import { fileNames } from "../rules/file-names.mjs";
import { indexFiles } from "../rules/index-files.mjs";
import { sourceAccess } from "../rules/source-access.mjs";
import { fixtureWorkspace, manifest } from "./fixture-workspace.ts";

type Rule = (workspace: ReturnType<typeof fixtureWorkspace>) => { readonly problems: readonly string[] };

function problemsOf(rule: Rule, files: Readonly<Record<string, string>>): readonly string[] {
  using workspace = fixtureWorkspace(files);
  return rule(workspace).problems;
}

const lines = (count: number) => "//\n".repeat(count);
const inPool = (text: string) => ({ "packages/pool/src/pool.ts": text });

describe("the length rule", () => {
  test("accepts 300 lines", () => {
    expect(problemsOf(fileLength, { "apps/a/src/a.ts": lines(300) })).toEqual([]);
  });

  test.each([
    "packages/pool/test/a.test.ts",
    "apps/a/a.css",
    "tooling/a.mjs",
    "tooling/b.js",
    "apps/a/b.tsx",
  ])("reports 301 lines in %s", (file) => {
    expect(problemsOf(fileLength, { [file]: lines(301) })).toEqual([
      `${file} has 301 lines, 300 at most: split it by concept`,
    ]);
  });

  test("counts a last line without a line feed", () => {
    expect(problemsOf(fileLength, { "tooling/a.mjs": `${lines(300)}//` })).toHaveLength(1);
  });

  test("leaves generated and ignored files alone", () => {
    expect(problemsOf(fileLength, { ".gitignore": "dist\n", "packages/a/dist/a.js": lines(400) })).toEqual(
      [],
    );
  });

  test("reports a package whose median is over 120 lines", () => {
    const files = {
      "packages/pool/package.json": manifest("pool"),
      "packages/pool/src/a.ts": lines(10),
      "packages/pool/src/b.ts": lines(121),
      "packages/pool/src/c.ts": lines(200),
    };
    expect(problemsOf(fileLength, files)).toEqual([
      "packages/pool/src has a median of 121 lines a file, 120 at most",
    ]);
  });
});

describe("the naming rule", () => {
  test.each(["packages/pool/src/utils.ts", "apps/a/src/helpers/x.ts", "tooling/common.mjs"])(
    "reports %s",
    (file) => {
      expect(problemsOf(fileNames, { [file]: "" })).toEqual([`${file}: name it after the concept it holds`]);
    },
  );

  test("accepts a name that only contains such a word", () => {
    expect(problemsOf(fileNames, { "packages/pool/src/common-name.ts": "" })).toEqual([]);
  });
});

describe("the index rule", () => {
  test("accepts re-exports and an empty surface", () => {
    const files = {
      "packages/pool/src/index.ts": 'export { a } from "./a.ts";\nexport type { B } from "./a.ts";\n',
      "packages/pool/src/sub/index.ts": 'export * from "./b.ts";\n',
      "packages/tools/src/index.ts": "export {};\n",
    };
    expect(problemsOf(indexFiles, files)).toEqual([]);
  });

  test.each(["export const a = 1;\n", 'import "./a.ts";\n', "export function a() {}\n"])(
    "reports %j",
    (text) => {
      expect(problemsOf(indexFiles, { "packages/pool/src/index.ts": text })).toHaveLength(1);
    },
  );
});

describe("the rule about the console and the environment", () => {
  test.each([
    ['console.log("x");\n', "console"],
    ["export const a = process.env.HOME;\n", "process.env"],
    ['export const a = process["env"].HOME;\n', "process.env"],
    ["const { env } = process;\nexport { env };\n", "process.env"],
    ['import { env } from "node:process";\nexport { env };\n', "process.env"],
  ])("reports %j", (text, what) => {
    expect(problemsOf(sourceAccess, inPool(text))).toEqual([
      `packages/pool/src/pool.ts uses ${what}: take it as an option instead`,
    ]);
  });

  test("accepts both in comments, in strings and in tests", () => {
    const files = {
      ...inPool('// console.log(process.env)\nexport const a = "process.env";\n'),
      "packages/pool/test/a.test.ts": "console.log(process.env);\n",
    };
    expect(problemsOf(sourceAccess, files)).toEqual([]);
  });
});

describe("the versions rule", () => {
  test("accepts empty groups and reports a tied package", () => {
    const config = (linked: readonly string[]) => ({
      ".changeset/config.json": JSON.stringify({ fixed: [], linked: linked.length > 0 ? [linked] : [] }),
    });
    expect(problemsOf(changesets, config([]))).toEqual([]);
    expect(problemsOf(changesets, config(["@x/a", "@x/b"]))).toEqual([
      '.changeset/config.json ties packages together in "linked"',
    ]);
  });
});
