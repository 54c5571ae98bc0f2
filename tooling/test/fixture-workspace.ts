import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { listFiles, readPackages } from "../workspace.mjs";

/** A small workspace in a temporary folder, read like the real one. */
export interface FixtureWorkspace extends Disposable {
  readonly root: string;
  readonly files: readonly string[];
  readonly packages: ReturnType<typeof readPackages>;
  readonly apps: ReturnType<typeof readPackages>;
}

/** Writes the files (path from the root → text) into a new git repository and reads it as a workspace. */
export function fixtureWorkspace(files: Readonly<Record<string, string>>): FixtureWorkspace {
  const root = mkdtempSync(path.join(os.tmpdir(), "x-fixture-"));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return {
    root,
    files: listFiles(root),
    packages: readPackages(root),
    apps: readPackages(root, "apps"),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The package.json of a package, with what a test changes. */
export function manifest(short: string, change: Readonly<Record<string, unknown>> = {}): string {
  const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  return JSON.stringify({
    name: `@x/${short}`,
    version: "0.1.0",
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    exports: { ".": { "@x/source": "./src/index.ts", ...entry } },
    publishConfig: { access: "public", exports: { ".": entry } },
    ...change,
  });
}
