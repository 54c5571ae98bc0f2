// node test/mutants/run-mutants.mjs [words of a name] — takes out one guard after the other, in memory, and says which
// of them no test misses. Exits 1 where there is one.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { mutants } from "./mutants.mjs";

const wanted = process.argv.slice(2).join(" ");
const folder = path.resolve(import.meta.dirname, "../..");
const vitest = path.join(folder, "node_modules/.bin/vitest");
let survivors = 0;
for (const [index, { name, tests }] of mutants.entries()) {
  if (!name.includes(wanted)) continue;
  const config = path.join(import.meta.dirname, "vitest.config.mjs");
  const run = spawnSync(vitest, ["run", "--config", config, "--root", folder, "--bail", "1", tests], {
    env: { ...process.env, X_MUTANT: String(index) },
    encoding: "utf8",
  });
  const noticed = /Tests .*\d+ failed/.test(run.stdout);
  if (!noticed) survivors += 1;
  process.stdout.write(`${noticed ? "noticed " : "SURVIVES"} ${name}\n`);
  if (!noticed) process.stdout.write(`${run.stdout.slice(-1_500)}\n${run.stderr.slice(-1_500)}\n`);
}
process.exitCode = survivors === 0 ? 0 : 1;
