// What the workspace consists of, read once for every check: its packages, their entry points and its files.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder this checkout lives in. */
export const root = path.dirname(import.meta.dirname);

/**
 * @typedef {object} EntryPoint one supported import of a package
 * @property {string} subpath `.` or `./testkit`
 * @property {string} specifier what a user writes: `@x/sandbox/testkit`
 * @property {string} source the source file, from the package's folder
 * @property {string} types the declaration file, from the package's folder
 * @property {string} file the built file, from the package's folder
 *
 * @typedef {object} WorkspacePackage
 * @property {string} name `@x/pool`
 * @property {string} short `pool`, also the name of its folder
 * @property {string} dir absolute
 * @property {string} folder from the root: `packages/pool`
 * @property {Record<string, any>} manifest its package.json
 * @property {readonly EntryPoint[]} entryPoints
 */

/** The packages under `packages/`, or those under another folder (`apps`), by name. */
export function readPackages(workspaceRoot = root, under = "packages") {
  const parent = path.join(workspaceRoot, under);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((short) => existsSync(path.join(parent, short, "package.json")))
    .sort()
    .map((short) => readPackage(workspaceRoot, under, short));
}

/** The packages that are published. */
export function publicPackages(workspaceRoot = root) {
  return readPackages(workspaceRoot).filter(({ manifest }) => manifest.private !== true);
}

/** Every file that git tracks or would track (new files count, ignored ones do not), from the root. */
export function listFiles(workspaceRoot = root) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", args, { cwd: workspaceRoot, encoding: "utf8" }).split("\0");
  return files.filter((file) => file !== "" && existsSync(path.join(workspaceRoot, file)));
}

function readPackage(workspaceRoot, under, short) {
  const dir = path.join(workspaceRoot, under, short);
  const manifest = JSON.parse(readFileSync(path.join(dir, "package.json"), "utf8"));
  return {
    name: manifest.name,
    short,
    dir,
    folder: `${under}/${short}`,
    manifest,
    entryPoints: readEntryPoints(manifest),
  };
}

function readEntryPoints({ name, exports = {} }) {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([subpath, target]) => ({
      subpath,
      specifier: `${name}${subpath.slice(1)}`,
      source: target["@x/source"],
      types: target.types,
      file: target.default,
    }));
}
