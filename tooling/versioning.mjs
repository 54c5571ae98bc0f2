// node tooling/versioning.mjs — proves on a copy of the workspace that one package can be versioned alone: a changeset
// for it bumps it as asked, its dependents by a patch at most (their ranges follow), and nothing else.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { check } from "./check.mjs";
import { readPackages, root } from "./workspace.mjs";

const copy = mkdtempSync(path.join(os.tmpdir(), "x-versioning-"));

await check("versioning", () => {
  try {
    for (const [name, bump] of cases()) provesAlone(name, bump);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** The package with the most dependents, in both kinds of bump, and one on which nothing depends. */
function cases() {
  const packages = readPackages();
  const [base] = packages.toSorted(
    (a, b) => dependentsOf(b.name, packages).size - dependentsOf(a.name, packages).size,
  );
  const top = packages.find(({ name }) => dependentsOf(name, packages).size === 0);
  return [
    [base.name, "patch"],
    [base.name, "minor"],
    [top.name, "minor"],
  ];
}

function provesAlone(name, bump) {
  makeCopy();
  const before = versions();
  writeFileSync(path.join(copy, ".changeset/alone.md"), `---\n"${name}": ${bump}\n---\n\nA change.\n`);
  const changeset = path.join(root, "node_modules/.bin/changeset");
  execFileSync(changeset, ["version"], { cwd: copy, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });

  const dependents = dependentsOf(name, readPackages(copy));
  const changed = [...versions()].filter(([other, version]) => before.get(other) !== version);
  for (const [other, version] of changed) {
    const wanted = other === name ? bump : dependents.has(other) ? "patch" : "none";
    if (version !== bumped(before.get(other), wanted))
      throw new Error(`a ${bump} of ${name} takes ${other} from ${before.get(other)} to ${version}`);
  }
  if (!changed.some(([other]) => other === name))
    throw new Error(`a ${bump} of ${name} did not change its version`);
  const others = changed.map(([other]) => other).filter((other) => other !== name);
  console.log(
    `versioning: a ${bump} of ${name} bumps it and, by a patch, ${others.join(", ") || "nothing else"}`,
  );
}

/** The manifests and the changeset configuration: all that a version is computed from. */
function makeCopy() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(path.join(copy, ".changeset"), { recursive: true });
  for (const file of ["package.json", "pnpm-workspace.yaml", ".changeset/config.json"])
    cpSync(path.join(root, file), path.join(copy, file));
  for (const under of ["packages", "apps", "tooling"])
    for (const { folder } of readPackages(root, under)) copyManifest(folder);
  copyManifest("tooling");
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
}

function copyManifest(folder) {
  mkdirSync(path.join(copy, folder), { recursive: true });
  cpSync(path.join(root, folder, "package.json"), path.join(copy, folder, "package.json"));
}

function versions() {
  return new Map(readPackages(copy).map(({ name, manifest }) => [name, manifest.version]));
}

/** Everything that depends on a package, however indirectly. */
function dependentsOf(name, packages) {
  const found = new Set();
  const visit = (wanted) => {
    for (const { name: other, manifest } of packages) {
      const uses = { ...manifest.dependencies, ...manifest.peerDependencies };
      if (!Object.hasOwn(uses, wanted) || found.has(other)) continue;
      found.add(other);
      visit(other);
    }
  };
  visit(name);
  return found;
}

function bumped(version, kind) {
  const [major, minor, patch] = version.split(".").map(Number);
  if (kind === "minor") return `${major}.${minor + 1}.0`;
  return kind === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}
