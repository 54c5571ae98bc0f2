import { describe, expect, test } from "vitest";
import { packageShape } from "../rules/package-shape.mjs";
import { readmeBlocks } from "../rules/readme-blocks.mjs";
import { readmeInstall } from "../rules/readme-install.mjs";
import { readmeSections } from "../rules/readme-sections.mjs";
import { fixtureWorkspace, manifest } from "./fixture-workspace.ts";

const readme = (dependencies: string) =>
  `# @x/pool\n\nOne sentence.\n\n## Install\n\n## Example\n\n\`\`\`ts\n1 + 1; // → 2\n\`\`\`\n\n## Options\n\n## Errors\n\n## Limits\n\n## Dependencies\n\n${dependencies}\n`;

const complete = {
  "packages/pool/package.json": manifest("pool"),
  "packages/pool/README.md": readme("None."),
  "packages/pool/LICENSE": "MIT",
  "packages/pool/src/index.ts": "export {};\n",
  "packages/pool/tsconfig.json": "{}",
  "packages/pool/test/tsconfig.json": "{}",
  "packages/pool/vitest.config.ts": "",
  "packages/pool/api/index.api.md": "",
};

type Rule = (workspace: ReturnType<typeof fixtureWorkspace>) => { readonly problems: readonly string[] };

function problemsOf(rule: Rule, change: Readonly<Record<string, string | undefined>>): readonly string[] {
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries({ ...complete, ...change }))
    if (text !== undefined) files[name] = text;
  using workspace = fixtureWorkspace(files);
  return rule(workspace).problems;
}

describe("a complete package", () => {
  test.each([packageShape, readmeBlocks, readmeInstall, readmeSections])("breaks no rule of %o", (rule) => {
    expect(problemsOf(rule, {})).toEqual([]);
  });
});

describe("the rule about a package's shape", () => {
  test.each(["LICENSE", "tsconfig.json", "test/tsconfig.json", "vitest.config.ts"])("misses %s", (file) => {
    expect(problemsOf(packageShape, { [`packages/pool/${file}`]: undefined })).toEqual([
      `packages/pool: ${file} is missing`,
    ]);
  });

  test("misses an API report and finds one too many", () => {
    const change = { "packages/pool/api/index.api.md": undefined, "packages/pool/api/old.api.md": "" };
    expect(problemsOf(packageShape, change)).toEqual([
      "packages/pool: api/index.api.md is missing: run `pnpm api`",
      "packages/pool: api/old.api.md belongs to no entry point",
    ]);
  });

  test("reports a manifest with side effects", () => {
    expect(
      problemsOf(packageShape, { "packages/pool/package.json": manifest("pool", { sideEffects: true }) }),
    ).toEqual(['packages/pool: package.json: "sideEffects" must be false']);
  });

  test("reports published entry points that differ from those of the workspace", () => {
    const publishConfig = { access: "public", exports: {} };
    expect(
      problemsOf(packageShape, { "packages/pool/package.json": manifest("pool", { publishConfig }) }),
    ).toEqual(['packages/pool: package.json: publishConfig.exports must be exports without "@x/source"']);
  });
});

describe("the rule about README sections", () => {
  test("reports a missing README", () => {
    expect(problemsOf(readmeSections, { "packages/pool/README.md": undefined })).toEqual([
      "packages/pool has no README.md",
    ]);
  });

  test("reports sections out of order", () => {
    const text = readme("None.")
      .replace("## Options", "## Was Errors")
      .replace("## Errors", "## Options")
      .replace("## Was Errors", "## Errors");
    expect(problemsOf(readmeSections, { "packages/pool/README.md": text })).toEqual([
      expect.stringContaining("found Install, Example, Errors, Options, Limits, Dependencies"),
    ]);
  });

  test("accepts sections between those of the list", () => {
    const text = readme("None.").replace("## Limits", "## Design\n\n## Limits");
    expect(problemsOf(readmeSections, { "packages/pool/README.md": text })).toEqual([]);
  });

  test("asks for a reason for each dependency", () => {
    const dependencies = { "@x/mcp-core": "*", ajv: "*" };
    const change = {
      "packages/pool/package.json": manifest("pool", { dependencies }),
      "packages/pool/README.md": readme("- `@x/mcp-core`: the contracts."),
    };
    expect(problemsOf(readmeSections, change)).toEqual([
      'packages/pool/README.md: "Dependencies" gives no reason for ajv',
    ]);
  });
});

describe("the rule about README blocks", () => {
  test.each(["typescript", "js", "tsx", ""])("reports a block marked %j", (mark) => {
    const text = `${readme("None.")}\n\`\`\`${mark}\nx\n\`\`\`\n`;
    expect(problemsOf(readmeBlocks, { "packages/pool/README.md": text })).toEqual([
      expect.stringContaining(`packages/pool/README.md:23: a block marked "${mark}" is not checked`),
    ]);
  });

  test("asks for an example that runs", () => {
    const text = readme("None.").replace("```ts\n", "```ts no-run\n");
    expect(problemsOf(readmeBlocks, { "packages/pool/README.md": text })).toEqual([
      "packages/pool/README.md has no ```ts block that the tests run",
    ]);
  });
});

describe("the rule about what a README tells to install", () => {
  const importing = readme("None.").replace(
    "1 + 1;",
    'import { a } from "@x/tools/otel";\nimport fs from "node:fs";\na;',
  );

  test("misses a package that an example imports", () => {
    expect(problemsOf(readmeInstall, { "packages/pool/README.md": importing })).toEqual([
      'packages/pool/README.md: "Install" does not name @x/tools, which an example imports',
    ]);
  });

  test("is content where it is named", () => {
    const text = importing.replace(
      "## Install\n",
      "## Install\n\n```sh\nnpm install @x/pool @x/tools\n```\n",
    );
    expect(problemsOf(readmeInstall, { "packages/pool/README.md": text })).toEqual([]);
  });
});
