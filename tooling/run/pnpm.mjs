// Finds the pnpm that package.json pins, on a machine that may have npm alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CommandFailed, capture, runQuietly } from "./command.mjs";
import { plainEnvironment } from "./environment.mjs";

const binary = process.platform === "win32" ? "pnpm.cmd" : "pnpm";

/** The version that `packageManager` names, without its hash. */
function pinnedVersion(root) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return packageManager.replace(/^pnpm@/, "").replace(/\+.*$/, "");
}

/**
 * The folder that holds the pinned pnpm: one on PATH if it is of that very version, else the one npx fetched
 * earlier, else npx fetches it now. The answer is remembered, so that later runs start no npx.
 */
export async function findPnpm(root) {
  const version = pinnedVersion(root);
  const known = remembered(root, version) ?? (await onPath(version));
  if (known !== undefined) return known;
  const folder = (await fromNpx(version)) ?? (await fetchThenFind(version));
  remember(root, folder);
  return folder;
}

async function onPath(version) {
  // Asked outside the workspace: inside, a pnpm of another version would fetch and answer for the pinned one.
  const env = { ...plainEnvironment(), COREPACK_ENABLE_NETWORK: "0" };
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const file = path.join(folder, binary);
    if (folder === "" || !existsSync(file)) continue;
    const answer = await capture(file, ["--version"], { cwd: os.tmpdir(), env, timeoutMs: 15_000 });
    return answer === version ? folder : undefined;
  }
  return undefined;
}

async function fetchThenFind(version) {
  const advice =
    `npm could not fetch pnpm ${version}. Check that this machine reaches its npm registry ` +
    "(`npm ping`; behind a proxy: `npm config set proxy …`), then run the same command again.";
  await runQuietly(`Fetching pnpm ${version} …`, "npx", ["--yes", `pnpm@${version}`, "--version"], {
    cwd: os.tmpdir(),
    env: plainEnvironment(),
    advice,
  });
  const folder = await fromNpx(version);
  if (folder === undefined) throw new CommandFailed(advice);
  return folder;
}

/** npx keeps its packages in a folder of its own and puts that first on PATH for the command it runs. */
async function fromNpx(version) {
  const args = ["--no", `--package=pnpm@${version}`, "-c", "node -p process.env.PATH"];
  const answer = await capture("npx", args, { cwd: os.tmpdir(), env: plainEnvironment() });
  return answer?.split(path.delimiter).find((folder) => holds(folder, version));
}

function holds(folder, version) {
  const manifest = path.join(folder, "..", "pnpm", "package.json");
  if (!existsSync(path.join(folder, binary)) || !existsSync(manifest)) return false;
  return JSON.parse(readFileSync(manifest, "utf8")).version === version;
}

const memory = (root) => path.join(root, "node_modules", ".cache", "pnpm-folder");

function remembered(root, version) {
  if (!existsSync(memory(root))) return undefined;
  const folder = readFileSync(memory(root), "utf8");
  return holds(folder, version) ? folder : undefined;
}

function remember(root, folder) {
  mkdirSync(path.dirname(memory(root)), { recursive: true });
  writeFileSync(memory(root), folder);
}
