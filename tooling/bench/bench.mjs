// pnpm bench [rounds=5] [word of a scenario …]: our pool against the bare official client, in turn, each figure in a
// process of its own. Prints medians and the ratio of medians; exits 1 where a figure misses its target.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { scenarios } from "./scenarios.mjs";

const [first, ...others] = process.argv.slice(2);
const rounds = Number(first ?? 5) || 5;
const words = Number(first) ? others : [first, ...others].filter(Boolean);

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const child = (...args) =>
  JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
  );
const measure = (subject, scenario) => child(here("run-subject.mjs"), subject, scenario);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

console.log(
  `Node ${process.versions.node}, ${rounds} interleaved rounds, medians; "official" = @modelcontextprotocol/client`,
);
let missed = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const ours = [];
  const sdk = [];
  for (let round = 0; round < rounds; round++) {
    const base = scenario.minus === undefined ? 0 : measure(scenario.minus, name);
    ours.push(measure("ours", name) - base);
    sdk.push(measure("sdk", name) - base);
  }
  const ratio = median(ours) / median(sdk);
  const { verdict, target } = judge(scenario, median(ours), ratio);
  if (!verdict) missed += 1;
  console.log(
    `${verdict ? "ok  " : "MISS"} ${name}: ours ${show(median(ours))} ${scenario.unit}, official ${show(median(sdk))} ${scenario.unit}, ratio ${ratio.toFixed(2)} (${target})`,
  );
}
if (words.length === 0 || words.includes("import")) {
  const times = { ours: [], official: [] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(child(here("import-time.mjs"), "@x/mcp").wallMs);
    times.official.push(child(here("import-time.mjs"), "@modelcontextprotocol/client").wallMs);
  }
  const ours = median(times.ours);
  if (ours > 40) missed += 1;
  console.log(
    `${ours <= 40 ? "ok  " : "MISS"} import: @x/mcp ${show(ours)} ms, official ${show(median(times.official))} ms (at most 40 ms)`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;

function judge({ most, least, atMost }, ours, ratio) {
  if (most !== undefined) return { verdict: ratio <= most, target: `at most ${most}` };
  if (least !== undefined) return { verdict: ratio >= least, target: `at least ${least}` };
  return { verdict: ours <= atMost, target: `at most ${atMost} ours` };
}
