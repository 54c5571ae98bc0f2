// Loads every entry point of every installed package, as an ES module and with require().
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

const program = `
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
for (const specifier of JSON.parse(process.argv[2])) {
  const imported = Object.keys(await import(specifier)).sort().join();
  const required = Object.keys(require(specifier)).filter((key) => key !== "__esModule").sort().join();
  if (imported !== required) throw new Error(specifier + ": import gives " + imported + ", require gives " + required);
}
`;

/** Throws when one does not load, or gives other names the second way. Returns how many there are. */
export function checkEntryPoints(folder, packages) {
  const specifiers = packages.flatMap(({ entryPoints }) => entryPoints.map(({ specifier }) => specifier));
  writeFileSync(path.join(folder, "entry-points.mjs"), program);
  execFileSync("node", ["--no-warnings", "entry-points.mjs", JSON.stringify(specifiers)], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return specifiers.length;
}
