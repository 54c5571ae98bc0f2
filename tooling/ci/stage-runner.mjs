// Runs the stages of CI one by one, with the time of each, and stops at the first that fails.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CommandFailed, runOrFail } from "../run/command.mjs";
import { plainEnvironment } from "../run/environment.mjs";

/**
 * Runs all stages, or those named, and resolves with the exit code.
 * @param {string} root
 * @param {readonly import("./stages.mjs").Stage[]} stages
 * @param {readonly string[]} names
 * @param {() => Promise<NodeJS.ProcessEnv>} installed installs the workspace and gives its environment
 */
export async function runStages(root, stages, names, installed) {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new CommandFailed(`There is no stage ${unknown.join(", ")}. Known:\n${stageList(stages)}`);
  const chosen = stages.filter(({ name, onDemand }) => (names.length > 0 ? names.includes(name) : !onDemand));

  const folder = mkdtempSync(path.join(os.tmpdir(), "x-ci-"));
  const countFile = path.join(folder, "count");
  const done = [];
  try {
    for (const stage of chosen) {
      const failure = await runStage(root, stage, installed, countFile);
      done.push({ name: stage.name, minutes: failure.minutes, outcome: failure.error ? "FAILED" : "ok" });
      if (failure.error) return end(done, countFile, stage, failure.error);
    }
    return end(done, countFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runStage(root, stage, installed, countFile) {
  console.log(`\n━━ ${stage.name}: ${stage.does}`);
  const startedAt = Date.now();
  const minutes = () => (Date.now() - startedAt) / 60_000;
  try {
    const env = await stageEnvironment(stage, installed, countFile);
    for (const [command, ...args] of stage.commands)
      await runOrFail(command, args, {
        cwd: root,
        env,
        advice: `\`${[command, ...args].join(" ")}\` failed.`,
      });
    console.log(`━━ ${stage.name}: ok, ${minutes().toFixed(2)} min`);
    return { minutes: minutes() };
  } catch (error) {
    return { minutes: minutes(), error };
  }
}

async function stageEnvironment({ bare, node }, installed, countFile) {
  const env = { ...(bare ? plainEnvironment() : await installed()), X_REQUIRE_REAL: "1" };
  if (node === undefined) return env;
  const folder = path.dirname(await node());
  return { ...env, X_COUNT_FILE: countFile, PATH: [folder, env.PATH].join(path.delimiter) };
}

/** The table of minutes, and the line that counts tests as the last one. */
function end(done, countFile, failedStage, error) {
  const total = done.reduce((sum, { minutes }) => sum + minutes, 0);
  console.log("\n  minutes  stage");
  for (const { name, minutes, outcome } of done)
    console.log(`  ${minutes.toFixed(2).padStart(7)}  ${name}${outcome === "ok" ? "" : `  ${outcome}`}`);
  console.log(`  ${total.toFixed(2).padStart(7)}  in all\n`);
  if (failedStage !== undefined) {
    console.log(`CI stopped at "${failedStage.name}": ${error.message}`);
    console.log(`To run this stage alone: node tooling/run.mjs ci ${failedStage.name}`);
  }
  if (existsSync(countFile)) console.log(readFileSync(countFile, "utf8"));
  return failedStage === undefined ? 0 : (error.exitCode ?? 1);
}

function stageList(stages) {
  return stages.map(({ name, does }) => `  ${name.padEnd(16)} ${does}`).join("\n");
}
