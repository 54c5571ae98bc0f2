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
