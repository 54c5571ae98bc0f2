// node tooling/rules.mjs — checks the house rules that no linter knows. Each rule is a file of tooling/rules/.
import { arrows } from "./rules/arrows.mjs";
import { changesets } from "./rules/changesets.mjs";
import { fileLength } from "./rules/file-length.mjs";
import { fileNames } from "./rules/file-names.mjs";
import { indexFiles } from "./rules/index-files.mjs";
import { packageShape } from "./rules/package-shape.mjs";
import { readmeBlocks } from "./rules/readme-blocks.mjs";
import { readmeInstall } from "./rules/readme-install.mjs";
import { readmeSections } from "./rules/readme-sections.mjs";
import { sourceAccess } from "./rules/source-access.mjs";
import { listFiles, readPackages, root } from "./workspace.mjs";

const workspace = { root, files: listFiles(), packages: readPackages(), apps: readPackages(root, "apps") };
const rules = {
  arrows,
  changesets,
  fileLength,
  fileNames,
  indexFiles,
  packageShape,
  readmeBlocks,
  readmeInstall,
  readmeSections,
  sourceAccess,
};

let count = 0;
for (const [name, check] of Object.entries(rules)) {
  const { problems, notes = [] } = check(workspace);
  for (const note of notes) console.log(note);
  for (const problem of problems) console.error(`${name}: ${problem}`);
  count += problems.length;
}
console.log(count === 0 ? `rules: ${Object.keys(rules).length} rules hold` : `rules: ${count} problems`);
process.exitCode = count === 0 ? 0 : 1;
