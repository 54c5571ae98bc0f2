// node ../../tooling/bundle.mjs in a package's folder, or node tooling/bundle.mjs --all — joins the compiled modules of
// each entry point into one file. A Node program pays about half a millisecond for each file it imports, so that a
// package of forty small modules would cost its users twenty. What is loaded later stays a file of its own.
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { rolldown } from "rolldown";
import { readPackages } from "./workspace.mjs";

const everything = process.argv.includes("--all");
const wanted = readPackages().filter(({ dir }) => everything || dir === process.cwd());

for (const { dir, folder, entryPoints } of wanted) {
  const modules = entryPoints
    .filter(({ file }) => file.startsWith("./dist/bundle/"))
    .map(({ file, types }) => [path.basename(file, ".js"), path.join(dir, types.replace(/\.d\.ts$/, ".js"))]);
  const compiled = modules.filter(([, module]) => existsSync(module));
  if (compiled.length < modules.length) {
    console.error(`${folder} is not compiled: run "tsc -b" first`);
    process.exitCode = 1;
  }
  if (compiled.length > 0) await bundle(dir, compiled);
}

async function bundle(dir, input) {
  const folder = path.join(dir, "dist/bundle");
  rmSync(folder, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(input),
    // Every package, a sibling too, stays an import: two copies of one class would be two classes.
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    platform: "node",
    tsconfig: false,
  });
  await build.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    chunkFileNames: "[name]-[hash].js",
    // Names and lines stay readable in a stack trace; comments are in the sources, which are published too.
    comments: { legal: true, annotation: true, jsdoc: false },
  });
  await build.close();
}
