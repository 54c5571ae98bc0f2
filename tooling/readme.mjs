// node tooling/readme.mjs — turns the ```ts blocks of every README into tests, so that an example cannot rot.
// Each README gets one generated (and ignored) test file: packages/*/test/readme.test.ts and the like.
// The rules of a block are described in CONTRIBUTING.md ("Examples are tests").
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { renderTest } from "./readme/render-test.mjs";
import { readPackages, root } from "./workspace.mjs";

const targets = [
  ...[...readPackages(), ...readPackages(root, "apps")].map(({ folder }) => ({
    readme: `${folder}/README.md`,
    folder,
  })),
  { readme: "README.md", folder: "tooling/root-readme" },
];

const failures = [];
for (const { readme, folder } of targets) {
  const target = path.join(root, folder, "test/readme.test.ts");
  try {
    const test = existsSync(path.join(root, readme))
      ? renderTest(readme, readFileSync(path.join(root, readme), "utf8"))
      : "";
    writeIfChanged(target, test);
  } catch (error) {
    failures.push(error.message);
  }
}
for (const failure of failures) console.error(`readme: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** An unchanged file keeps its time, so that the type check stays incremental. */
function writeIfChanged(file, text) {
  if (text === "") return rmSync(file, { force: true });
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
