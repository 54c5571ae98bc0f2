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
  const unbuilt = entryPoints.find(({ file }) => !existsSync(path.join(dir, file)));
  if (unbuilt !== undefined) throw new Error(`${folder} is not built: run \`npm run build\` first`);
  removeOrphans(dir);
  // pnpm, and not npm, since it writes the versions of workspace: and catalog: ranges into the manifest
  const args = ["pack", "--json", "--pack-destination", destination];
  return [JSON.parse(execFileSync("pnpm", args, { cwd: dir, encoding: "utf8" }))].flat()[0].filename;
}

/** The compiler leaves what it made of a source that was renamed or removed since; it must not be packed. */
function removeOrphans(dir) {
  const dist = path.join(dir, "dist");
  for (const file of readdirSync(dist, { recursive: true })) {
    const stem = /^(.*?)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.[1];
    if (stem === undefined || file.startsWith("bundle")) continue;
    const sources = ["ts", "tsx"].map((ending) => path.join(dir, "src", `${stem}.${ending}`));
    if (!sources.some((source) => existsSync(source))) rmSync(path.join(dist, file));
  }
}
