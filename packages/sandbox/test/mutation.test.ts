import { readFile } from "node:fs/promises";
import { sandboxContract } from "@x/sandbox/testkit";
import { describe, expect, test } from "vitest";
import { execMutants } from "./fixtures/mutants/exec-mutants.ts";
import type { Mutant } from "./fixtures/mutants/mutant.ts";
import { processMutants } from "./fixtures/mutants/process-mutants.ts";
import { sessionMutants } from "./fixtures/mutants/session-mutants.ts";
import { reference, referenceOptions } from "./fixtures/reference.ts";

const mutants: readonly Mutant[] = [...sessionMutants, ...execMutants, ...processMutants];
/** Longer than any case takes on the reference adapter; a case that hangs is red too. */
const patienceMs = 6000;
/** These look at the memory and the handles of this whole process. */
const alone = ["T27", "T35"];

/**
 * Cases that only real sandboxes can run, with the test that breaks one of those: the host, which isolates nothing, or
 * bubblewrap with a wall taken away.
 */
const elsewhere: Readonly<Record<string, string>> = {
  T25: "sandbox-host/test/isolation-cases.test.ts",
  T25b: "sandbox-host/test/isolation-cases.test.ts",
  T37: "sandbox-bwrap/test/mutation.test.ts",
  T38: "sandbox-host/test/isolation-cases.test.ts",
  T39: "sandbox-host/test/isolation-cases.test.ts",
  T39b: "sandbox-bwrap/test/mutation.test.ts",
  T39c: "sandbox-host/test/isolation-cases.test.ts",
  T39d: "sandbox-host/test/isolation-cases.test.ts",
  T39e: "sandbox-host/test/isolation-cases.test.ts",
};

describe("the contract kit", () => {
  for (const mutant of mutants) {
    const register = alone.includes(mutant.id) ? test : test.concurrent;
    register(`turns ${mutant.id} red for a sandbox that ${mutant.fault}`, async () => {
      expect(await outcome(mutant)).not.toBe("green");
    });
  }

  test("has a mutant for every case that the reference adapter runs", () => {
    const covered = new Set(mutants.map(({ id }) => id));
    const cases = sandboxContract(reference, referenceOptions).filter(({ options }) => !options.skip);
    expect(cases.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  test("has a mutant somewhere for every other case", async () => {
    const cases = sandboxContract(reference, referenceOptions).filter(({ options }) => options.skip);
    expect(cases.map(({ id }) => id).filter((id) => elsewhere[id] === undefined)).toEqual([]);
    for (const [id, file] of Object.entries(elsewhere)) {
      const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
      expect(text, `${file} has ${id}`).toContain(`"${id}"`);
    }
  });
});

async function outcome({ id, make, options = referenceOptions }: Mutant): Promise<"green" | "red" | "hangs"> {
  const found = sandboxContract(make, options).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return Promise.race([
    found.run().then(
      () => "green" as const,
      () => "red" as const,
    ),
    new Promise<"hangs">((resolve) => {
      setTimeout(resolve, patienceMs, "hangs").unref();
    }),
  ]);
}
