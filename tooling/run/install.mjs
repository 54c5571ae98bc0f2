// Installs the workspace when it must be, and repairs what an interrupted install left.
import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "./command.mjs";

const advice =
  "The packages could not be installed. If the lines above speak of the network, check that this machine reaches " +
  "its npm registry (`npm ping`); if they speak of an outdated lockfile, a package.json was edited: run " +
  "`node tooling/run.mjs pnpm install` and commit pnpm-lock.yaml. Then run the same command again: it goes on where this one stopped.";

/** Runs `pnpm install --frozen-lockfile` unless the installed packages are those of the lockfile. */
export async function ensureInstalled(root, env) {
  const modules = path.join(root, "node_modules");
  const done = path.join(modules, ".modules.yaml"); // pnpm writes it at the end of an install
  const started = path.join(modules, ".cache", "install-started");
  const first = !existsSync(done);
  const interrupted = existsSync(started);
  if (!first && !interrupted && mtime(done) >= mtime(path.join(root, "pnpm-lock.yaml"))) return;

  // After a break nothing in node_modules is trusted; pnpm's store lays it again in seconds. (pnpm's own --force
  // would bring the binaries of every platform.)
  if (interrupted) rmSync(modules, { recursive: true, force: true });
  mkdirSync(path.dirname(started), { recursive: true });
  writeFileSync(started, "");
  const args = [
    "install",
    "--frozen-lockfile",
    "--reporter=append-only",
    "--config.confirmModulesPurge=false",
  ];
  try {
    await runQuietly(title(first, interrupted), "pnpm", args, { cwd: root, env, advice });
  } catch (error) {
    // pnpm that ends by itself leaves a state it can go on from; one that is killed may not.
    if (error.exitCode < 128) rmSync(started);
    throw error;
  }
  const now = new Date();
  utimesSync(done, now, now); // an install with nothing to do leaves the old time
  rmSync(started);
}

function title(first, interrupted) {
  if (interrupted) return "Repairing an interrupted install …";
  return first
    ? "Installing packages (first run: about a minute) …"
    : "Installing packages (the lockfile changed) …";
}

function mtime(file) {
  return statSync(file).mtimeMs;
}
