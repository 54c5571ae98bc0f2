import type { SandboxFeature } from "@x/sandbox";
import { sandboxContract } from "@x/sandbox/testkit";
import { e2bSandbox } from "@x/sandbox-e2b";
import { describe, expect, test } from "vitest";

// Asked for by a key: machines of the real service cost money, so nothing but the key starts one.
const { E2B_API_KEY: apiKey, E2B_TEMPLATE: template } = process.env;
if (apiKey === undefined)
  process.stderr.write(
    "skipping tests: the live suite of E2B runs when E2B_API_KEY is set (and E2B_TEMPLATE, for a template of yours with Node)\n",
  );

const make = () =>
  e2bSandbox({
    apiKey: apiKey ?? `e2b_${"0".repeat(40)}`,
    network: "internet",
    startTimeoutMs: 120_000,
    requestTimeoutMs: 30_000,
    ...(template === undefined ? {} : { template }),
  });
const missing: readonly SandboxFeature[] = [
  "binary",
  "exit-signal",
  "oom-reason",
  "limit-memory",
  "limit-pids",
  "limit-cpu",
  "network-none",
  "private-files",
  "private-processes",
  "no-privileges",
];
/** The service cannot be broken on request, and a machine is not seen from here once its owner is dead. */
const notHere = ["backend", "parent-death"];
const cases = sandboxContract(make, { missing, startMs: 10_000, timeoutMs: 300_000, idleMs: 65_000 });

describe.skipIf(apiKey === undefined)("e2bSandbox, with the real service", () => {
  for (const { name, options, needs, run } of cases) {
    if (!needs.some((need) => notHere.includes(need))) test(name, options, run);
  }

  test("leaves no machine behind that sweep() would find", async () => {
    expect(await make().sweep?.()).toMatchObject({ failed: 0 });
  }, 60_000);
});

test("the live suite has what the stand-in's has, but for what cannot be done to a service", () => {
  const left = cases.filter(
    ({ needs, options }) => !options.skip && needs.some((need) => notHere.includes(need)),
  );
  expect(left.map(({ id }) => id)).toEqual(["T02", "T31", "T32", "T34", "T37"]);
});
