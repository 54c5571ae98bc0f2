import { describe, expect, test } from "vitest";
import { arrows } from "../rules/arrows.mjs";
import { fixtureWorkspace, manifest } from "./fixture-workspace.ts";

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  using workspace = fixtureWorkspace(files);
  return arrows(workspace).problems;
}

/** A package with one source file and the packages it declares. */
function pkg(short: string, source: string, uses: readonly string[] = []): Record<string, string> {
  const dependencies = Object.fromEntries(uses.map((name) => [name, "*"]));
  return {
    [`packages/${short}/package.json`]: manifest(short, { dependencies }),
    [`packages/${short}/src/index.ts`]: source,
  };
}

describe("the arrow rule", () => {
  test("accepts the arrows of the table", () => {
    const source = 'export { a } from "@x/mcp-core";\nexport type { B } from "@x/ui-resources";\n';
    expect(problemsOf(pkg("pool", source, ["@x/mcp-core", "@x/ui-resources"]))).toEqual([]);
  });

  test("reports a forbidden arrow in the manifest and in the import", () => {
    const source = 'import { openSession } from "@x/mcp-session";\nopenSession();\n';
    expect(problemsOf(pkg("pool", source, ["@x/mcp-session"]))).toEqual([
      "pool may not depend on mcp-session",
      "packages/pool/src/index.ts may not import @x/mcp-session",
    ]);
  });

  test.each([
    ["a type import", 'import type { A } from "@x/mcp-session";\nexport const a: A = 1;\n'],
    ["an import()", 'export const load = () => import("@x/mcp-session");\n'],
    ["a re-export", 'export * from "@x/mcp-session";\n'],
  ])("sees %s", (_, source) => {
    expect(problemsOf(pkg("tools", source))).toContain(
      "packages/tools/src/index.ts may not import @x/mcp-session",
    );
  });

  test("reports a peer dependency like any other", () => {
    const files = {
      "packages/auth/package.json": manifest("auth", { peerDependencies: { "@x/mcp-http": "*" } }),
    };
    expect(problemsOf(files)).toEqual(["auth may not depend on mcp-http"]);
  });

  test("reports an import that the manifest does not declare", () => {
    expect(problemsOf(pkg("config", 'import "yaml";\n'))).toEqual([
      "packages/config/src/index.ts imports yaml, which config does not declare",
    ]);
  });

  test("allows the contracts no dependency at all", () => {
    expect(problemsOf(pkg("sandbox", "export {};\n", ["left-pad"]))).toEqual([
      "sandbox must have no dependency at all, and has left-pad",
    ]);
  });

  test("keeps a sandbox adapter away from everything but apps", () => {
    expect(problemsOf(pkg("mcp-stdio", 'import "@x/sandbox-host";\n', ["@x/sandbox-host"]))).toEqual([
      "mcp-stdio may not depend on sandbox-host",
      "packages/mcp-stdio/src/index.ts may not import @x/sandbox-host",
    ]);
  });

  test("lets bash and bwrap use the process runner of the host sandbox, and only that", () => {
    const uses = ["@x/sandbox-host"];
    expect(problemsOf(pkg("sandbox-bash", 'import "@x/sandbox-host/process";\n', uses))).toEqual([]);
    expect(problemsOf(pkg("sandbox-bwrap", 'import "@x/sandbox-host";\n', uses))).toEqual([
      "packages/sandbox-bwrap/src/index.ts may import only @x/sandbox-host/process",
    ]);
  });

  test("lets a new sandbox adapter use the sandbox contract", () => {
    expect(problemsOf(pkg("sandbox-elsewhere", 'import "@x/sandbox";\n', ["@x/sandbox"]))).toEqual([]);
  });

  test("asks for a decision about a new package", () => {
    expect(problemsOf(pkg("surprise", "export {};\n"))).toEqual([
      "packages/surprise: no row in tooling/rules/arrow-table.mjs",
    ]);
  });
});
