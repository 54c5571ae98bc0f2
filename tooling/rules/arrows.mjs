// Rule: the arrow table holds in manifests and in every import of every source file.
import { readFileSync } from "node:fs";
import path from "node:path";
import { importedModules, packageOf, parseSource } from "../source-file.mjs";
import { allowedFor, dependencyFree, onlySubpaths } from "./arrow-table.mjs";

const scope = "@x/";

/** @param {{ root: string, files: readonly string[], packages: readonly any[] }} workspace */
export function arrows({ root, files, packages }) {
  const problems = [];
  for (const { short, folder, manifest } of packages) {
    const allowed = allowedFor(short);
    if (allowed === undefined) {
      problems.push(`${folder}: no row in tooling/rules/arrow-table.mjs`);
      continue;
    }
    problems.push(...manifestProblems(short, manifest, allowed));
    const sources = files.filter((file) => file.startsWith(`${folder}/src/`) && /\.tsx?$/.test(file));
    for (const file of sources) problems.push(...importProblems(root, file, short, manifest, allowed));
  }
  return { problems };
}

function manifestProblems(short, { dependencies = {}, peerDependencies = {} }, allowed) {
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  if (dependencyFree.includes(short) && names.length > 0)
    return [`${short} must have no dependency at all, and has ${names.join(", ")}`];
  return names
    .filter((name) => name.startsWith(scope) && !allowed.includes(name.slice(scope.length)))
    .map((name) => `${short} may not depend on ${name.slice(scope.length)}`);
}

function importProblems(root, file, short, manifest, allowed) {
  const text = readFileSync(path.join(root, file), "utf8");
  const problems = [];
  for (const specifier of importedModules(parseSource(file, text), text)) {
    const name = packageOf(specifier);
    if (name === undefined || name === manifest.name) continue;
    const declared = Object.hasOwn({ ...manifest.dependencies, ...manifest.peerDependencies }, name);
    if (!declared) problems.push(`${file} imports ${specifier}, which ${short} does not declare`);
    if (!name.startsWith(scope)) continue;
    const used = name.slice(scope.length);
    if (!allowed.includes(used)) problems.push(`${file} may not import ${specifier}`);
    else if (!subpathAllowed(used, specifier))
      problems.push(
        `${file} may import only ${onlySubpaths[used].map((sub) => `${name}/${sub}`).join(", ")}`,
      );
  }
  return problems;
}

function subpathAllowed(used, specifier) {
  const subpaths = onlySubpaths[used];
  return subpaths === undefined || subpaths.includes(specifier.slice(scope.length + used.length + 1));
}
