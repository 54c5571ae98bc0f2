// The tasks of `node tooling/run.mjs <task>`.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CommandFailed, runAttached, runOrFail, runQuietly } from "./command.mjs";
import { workspaceEnvironment } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { findPnpm } from "./pnpm.mjs";

const demoApp = "living-wiki";

const tasks = {
  demo: { says: "build and start the demo app (arguments are passed on)", run: demo },
  test: { says: "type-check and test everything (arguments are passed to vitest)", run: test },
  build: { says: "build every package", run: ({ build }) => build() },
  ci: { says: "every check of CI, or only the stages named", run: ci },
  pnpm: { says: "the pinned pnpm, with these arguments", run: pnpm },
  help: { says: "this list", run: help },
};

/** Prepares the workspace and runs one task; the process's exit code tells how it ended. */
export async function runTask(root, [name = "help", ...args]) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : folderTask(root, name);
  try {
    if (task === undefined) throw new CommandFailed(`There is no task "${name}". Known: ${taskNames(root)}.`);
    await task.run({ root, args, ...workspace(root) });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

function workspace(root) {
  let ready;
  const prepare = async () => {
    const env = workspaceEnvironment(root, await findPnpm(root));
    await ensureInstalled(root, env);
    return env;
  };
  /** The environment of an installed workspace. */
  const installed = () => {
    ready ??= prepare();
    return ready;
  };
  /** Builds a package and what it depends on, or everything; silent when all of it is built. */
  const build = async (filter) => {
    const args = [
      "run",
      "build",
      "--output-logs=errors-only",
      ...(filter === undefined ? [] : ["--filter", filter]),
    ];
    await runQuietly("Building (first run: about half a minute) …", "turbo", args, {
      cwd: root,
      env: await installed(),
      announceAfterMs: 1500,
      advice: "The build failed; the compiler's messages are above.",
    });
  };
  return { installed, build };
}

async function demo({ root, args, installed, build }) {
  const app = path.join(root, "apps", demoApp);
  if (!existsSync(app)) throw new CommandFailed(`The demo app is missing: apps/${demoApp}.`);
  const env = await installed();
  await build(`${demoApp}...`);
  process.exitCode = await runScript(app, "demo", args, env);
}

async function test({ root, args, installed }) {
  const env = { ...(await installed()) };
  const folder = mkdtempSync(path.join(os.tmpdir(), "x-test-"));
  const count = path.join(folder, "count");
  try {
    const failed = (what) => `${what} failed, so no test was run.\ntests: 0 passed, 1 failed`;
    await runOrFail("node", ["tooling/readme.mjs"], {
      cwd: root,
      env,
      advice: failed("Reading the README examples"),
    });
    await runOrFail("tsc", ["-b"], { cwd: root, env, advice: failed("The type check") });
    await runOrFail("node", ["tooling/bundle.mjs", "--all"], { cwd: root, env, advice: failed("Bundling") });
    const options = { cwd: root, env: { ...env, X_COUNT_FILE: count } };
    process.exitCode = await runAttached("vitest", ["run", ...args], options);
    const line = existsSync(count) ? readFileSync(count, "utf8") : "tests: 0 passed, 1 failed";
    if (process.env.X_COUNT_FILE) writeFileSync(process.env.X_COUNT_FILE, line);
    console.log(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ci({ root, args, installed }) {
  const { runStages } = await import("../ci/stage-runner.mjs");
  const { stages } = await import("../ci/stages.mjs");
  process.exitCode = await runStages(root, stages, args, installed);
}

async function pnpm({ root, args }) {
  const env = workspaceEnvironment(root, await findPnpm(root));
  process.exitCode = await runAttached("pnpm", args, { cwd: root, env });
}

function help({ root }) {
  console.log("node tooling/run.mjs <task> [arguments]\n");
  for (const name of taskNames(root).split(", ")) {
    const says = tasks[name]?.says ?? `run tooling/${name} (arguments are passed on)`;
    console.log(`  ${name.padEnd(12)} ${says}`);
  }
}

/** A folder of tooling with a package.json and a script of the folder's own name is a task, too. */
function folderTask(root, name) {
  if (!folderTasks(root).includes(name)) return undefined;
  return {
    async run({ args, installed, build }) {
      const env = await installed();
      await build();
      process.exitCode = await runScript(path.join(root, "tooling", name), name, args, env);
    },
  };
}

function folderTasks(root) {
  const tooling = path.join(root, "tooling");
  return readdirSync(tooling).filter((name) => {
    const manifest = path.join(tooling, name, "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).scripts?.[name] !== undefined;
  });
}

function taskNames(root) {
  return [...Object.keys(tasks), ...folderTasks(root)].join(", ");
}

/** Runs a package's script without a shell and a package manager in between, so that signals reach it. */
function runScript(folder, script, args, env) {
  const line = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).scripts?.[script];
  if (line === undefined || /[^\w\s./:@=-]/.test(line))
    throw new CommandFailed(`The script "${script}" of ${folder} must be one plain command.`);
  const [command, ...first] = line.split(/\s+/);
  const local = [path.join(folder, "node_modules", ".bin"), env.PATH].join(path.delimiter);
  return runAttached(command, [...first, ...args], { cwd: folder, env: { ...env, PATH: local } });
}
