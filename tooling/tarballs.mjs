// Packs the public packages the way they are published.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Packs packages into a temporary folder, hands their files over by package name, and removes the
 * folder afterwards.
 * @template T
 * @param {readonly import("./workspace.mjs").WorkspacePackage[]} packages
 * @param {(tarballs: Readonly<Record<string, string>>) => T | Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTarballs(packages, use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "x-tarballs-"));
  try {
    return await use(Object.fromEntries(packages.map((pkg) => [pkg.name, pack(pkg, folder)])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack({ dir, folder, entryPoints }, destination) {
  const dist = path.join(dir, "dist");
  const unbuilt = entryPoints.find(({ file }) => !existsSync(path.join(dir, file)));
  if (unbuilt !== undefined) throw new Error(`${folder} is not built: run \`turbo run build\` first`);
  const orphan = readdirSync(dist, { recursive: true }).find(
    (file) => file.endsWith(".js") && !hasSource(dir, file),
  );
  if (orphan !== undefined)
    throw new Error(`${folder}/dist/${orphan} has no source any more: remove ${folder}/dist and build again`);
  // pnpm, and not npm, since it writes the versions of workspace: and catalog: ranges into the manifest
  const args = ["pack", "--json", "--pack-destination", destination];
  return [JSON.parse(execFileSync("pnpm", args, { cwd: dir, encoding: "utf8" }))].flat()[0].filename;
}

function hasSource(dir, built) {
  return ["ts", "tsx"].some((ending) => existsSync(path.join(dir, "src", built.replace(/js$/, ending))));
}
