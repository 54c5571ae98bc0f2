import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deviations } from "./deviations.ts";
import { probeAnswers } from "./probe-answers.ts";
import { probeLosses } from "./probe-losses.ts";
import type { Outcome } from "./scripted-outcome.ts";
import { ourVerdict, sdkVerdict, type Verdict } from "./verdict.ts";

const onEveryWire = Object.entries(probeAnswers).flatMap(([name, script]) =>
  (["pipe", "http"] as const).map((kind): Outcome => ({ ...script, kind, name: `${kind}: ${name}` })),
);
const overHttp = Object.entries(probeLosses).map(
  ([name, script]): Outcome => ({ ...script, kind: "http", name: `http: ${name}` }),
);
const outcomes = [...onEveryWire, ...overHttp];
const listed = new Map(deviations.flatMap((entry) => entry.outcomes.map((name) => [name, entry] as const)));

const verdicts = new Map<string, { readonly ours: Verdict; readonly sdk: Verdict }>();

beforeAll(async () => {
  await Promise.all(
    outcomes.map(async (outcome) => {
      const [ours, sdk] = await Promise.all([ourVerdict(outcome), sdkVerdict(outcome)]);
      verdicts.set(outcome.name, { ours, sdk });
    }),
  );
});

afterAll(() => {
  const equal = [...verdicts.values()].filter(({ ours, sdk }) => ours === sdk).length;
  const pipes = outcomes.filter(({ kind }) => kind === "pipe").length;
  process.stdout.write(
    `differential negotiation: ${verdicts.size} outcomes (${pipes} pipe, ${verdicts.size - pipes} http), ` +
      `${equal} equal, ${verdicts.size - equal} wanted deviations for ${deviations.length} reasons\n`,
  );
});

describe("negotiation agrees with the official client, except where it should not", () => {
  test.each(outcomes.map(({ name }) => name))("%s", (name) => {
    const verdict = verdicts.get(name);
    const deviation = listed.get(name);
    if (deviation === undefined) expect(verdict?.ours).toBe(verdict?.sdk);
    else expect(verdict).toEqual({ ours: deviation.ours, sdk: deviation.sdk });
  });

  test("every listed deviation is one, of an outcome that is tried", () => {
    const names = outcomes.map(({ name }) => name);
    for (const [name, { ours, sdk }] of listed) {
      expect(names).toContain(name);
      expect(ours).not.toBe(sdk);
    }
    expect(listed.size).toBe(deviations.flatMap((entry) => entry.outcomes).length);
  });

  test("at least 37 outcomes on a pipe and 52 over HTTP are tried, each under a name of its own", () => {
    expect(outcomes.filter(({ kind }) => kind === "pipe").length).toBeGreaterThanOrEqual(37);
    expect(outcomes.filter(({ kind }) => kind === "http").length).toBeGreaterThanOrEqual(52);
    expect(new Set(outcomes.map(({ name }) => name)).size).toBe(outcomes.length);
  });
});
