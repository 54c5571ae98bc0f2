// pnpm conformance [--client ours|official] [--scenario NAME] [--revision R]: the official referee over our packages,
// one scenario at a time. The referee needs Node 22 or newer, so on an older one Node 24 is fetched and used instead.
// Exits 1 below the expected list.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeBinary } from "@x/tooling/node-versions";
import { runScenario } from "./referee.mjs";
import { clientMayFail, expectedFailures, requirements } from "./requirements.mjs";

const { values } = parseArgs({
  options: {
    client: { type: "string", default: "ours" },
    scenario: { type: "string" },
    revision: { type: "string" },
  },
});
if (Number(process.versions.node.split(".")[0]) < 22) {
  const newer = await nodeBinary(24);
  process.exit(spawnSync(newer, process.argv.slice(1), { stdio: "inherit" }).status ?? 1);
}
const file = { ours: "client.mjs", official: "official-client.mjs" }[values.client];
const client = `${process.execPath} ${fileURLToPath(new URL(file, import.meta.url))}`;
const timeoutMs = 30_000;

let missed = 0;
for (const [revision, scenarios] of Object.entries(requirements)) {
  if (values.revision !== undefined && values.revision !== revision) continue;
  const wanted = Object.entries(scenarios).filter(
    ([name]) => values.scenario === undefined || values.scenario === name,
  );
  if (wanted.length === 0) continue;
  let passed = 0;
  for (const [scenario, least] of wanted) {
    if (await passes(scenario, revision, least)) passed += 1;
  }
  missed += wanted.length - passed;
  console.log(`${revision}: passed ${passed} of ${wanted.length}`);
}
for (const [scenario, revision] of Object.entries(expectedFailures)) {
  if (values.revision !== undefined && values.revision !== revision) continue;
  if (values.scenario !== undefined && values.scenario !== scenario) continue;
  const { exit, failed, success } = await runScenario({
    node: process.execPath,
    client,
    scenario,
    revision,
    timeoutMs,
  });
  const passed = exit === 0 && failed.length === 0 && success > 0;
  if (passed) missed += 1;
  console.log(
    `  ${passed ? "PASS" : "fails as expected"} ${scenario} (${success} checks) ${failed[0] ?? ""}`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;

/** One retry, said aloud: on a loaded machine the referee's own server is sometimes late. */
async function passes(scenario, revision, least) {
  for (const attempt of [1, 2]) {
    const run = await runScenario({ node: process.execPath, client, scenario, revision, timeoutMs });
    const reasons = [...run.failed];
    if (run.success < least) reasons.push(`${run.success} SUCCESS checks, ${least} expected`);
    if (run.exit !== 0 && !clientMayFail.has(scenario)) reasons.push(`the referee ended with ${run.exit}`);
    if (reasons.length === 0) {
      console.log(`  ok   ${scenario} (${run.success} checks)${attempt > 1 ? " on the second try" : ""}`);
      return true;
    }
    console.log(`  ${attempt === 1 ? "again" : "FAIL"} ${scenario}: ${reasons.join("; ")}`);
    if (attempt === 2 && run.output !== "") console.log(run.output.replace(/^/gm, "       "));
  }
  return false;
}
