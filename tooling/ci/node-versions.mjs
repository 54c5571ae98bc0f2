// Finds a Node of another major version, so that the tests run on the oldest and on the newest one we support.
import { existsSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { capture, runQuietly } from "../run/command.mjs";
import { plainEnvironment } from "../run/environment.mjs";

/** Major version → the release that CI uses when the machine has another one. */
const releases = { 20: "20.20.2", 24: "24.21.0" };

/** The `node` binary of a major version: this one if it is of that version, else one from npm, kept in a cache. */
export async function nodeBinary(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = path.join(cacheFolder(), "x-workspace", `node-${releases[major]}`);
  const binary = path.join(folder, "node_modules/node/bin/node");
  if (await answers(binary, releases[major])) return binary;

  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", `node@${releases[major]}`];
  await runQuietly(`Fetching Node ${releases[major]} …`, "npm", args, {
    cwd: folder,
    env: plainEnvironment(),
  });
  if (!(await answers(binary, releases[major])))
    throw new Error(`npm brought no Node ${releases[major]} to ${folder}.`);
  return binary;
}

/** Root's home is closed to other users, and a sandbox that gives up root must still be able to run this Node. */
function cacheFolder() {
  if (process.getuid?.() === 0) return "/var/cache";
  return process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache");
}

async function answers(binary, version) {
  return existsSync(binary) && (await capture(binary, ["--version"])) === `v${version}`;
}
