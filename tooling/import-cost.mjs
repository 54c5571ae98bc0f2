// node tooling/import-cost.mjs [package …] — what importing each entry point loads: packages from npm, built-ins of
// Node, packages of ours. The expectations are in import-cost/expectations.mjs; the milliseconds are for reading.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { check } from "./check.mjs";
import { broken } from "./import-cost/expectations.mjs";
import { importedModules, parseSource } from "./source-file.mjs";
import { publicPackages } from "./workspace.mjs";

const only = process.argv.slice(2);
const probe = path.join(import.meta.dirname, "import-cost/probe.mjs");

await check("import-cost", () => {
  const problems = [];
  for (const pkg of publicPackages().filter(({ short }) => only.length === 0 || only.includes(short)))
    for (const entryPoint of pkg.entryPoints) {
      const { specifier } = entryPoint;
      const cost = measure(pkg, entryPoint);
      console.log(`${specifier.padEnd(26)} ${describe(cost)}`);
      problems.push(...broken(specifier, cost).map((problem) => `${specifier} ${problem}`));
    }
  if (problems.length > 0) throw new Error(`\n  ${problems.join("\n  ")}`);
});

function measure({ name, dir }, { file }) {
  const built = path.join(dir, file);
  const { urls } = run(["files", built]);
  const times = Array.from({ length: 3 }, () => run(["time", built]).ms).sort((a, b) => a - b);
  const files = urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
  const npm = files.map(npmPackage).filter((found) => found !== undefined);
  const own = files.filter((loaded) => npmPackage(loaded) === undefined);
  return {
    npm: unique(npm),
    builtins: unique(own.flatMap(builtinsOf)),
    siblings: siblingPackages(own).filter((sibling) => sibling !== name),
    files: files.length,
    ms: times[1],
  };
}

function run(args) {
  return JSON.parse(execFileSync(process.execPath, [probe, ...args], { encoding: "utf8" }));
}

function describe({ npm, builtins, siblings, files, ms }) {
  const list = (names) => names.join(" ") || "–";
  return `${ms.toFixed(1).padStart(6)} ms ${String(files).padStart(4)} files  npm: ${list(npm)}  node: ${list(builtins)}  ours: ${list(siblings)}`;
}

/** The npm package a file belongs to; undefined for a file of this workspace. */
function npmPackage(file) {
  const [, place] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return place;
}

/** The packages of ours that files belong to; of one whose index is not loaded only a light subpath is. */
function siblingPackages(files) {
  const shorts = unique(files.map((file) => /\/packages\/([^/]+)\//.exec(file)?.[1]));
  const isWhole = (short) => files.some((file) => file.endsWith(`/packages/${short}/dist/bundle/index.js`));
  return shorts.map((short) => (isWhole(short) ? `@x/${short}` : `@x/${short} (a subpath)`));
}

function builtinsOf(file) {
  const text = readFileSync(file, "utf8");
  const { staticImports, staticExports } = parseSource(file, text).module;
  const parsed = { module: { staticImports, staticExports, dynamicImports: [] } };
  return importedModules(parsed, text).filter((name) => name.startsWith("node:"));
}

function unique(names) {
  return [...new Set(names)].sort();
}
