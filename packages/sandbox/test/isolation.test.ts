import { compareIsolation, isolationLevels, meetsIsolation } from "@x/sandbox";
import { expect, test } from "vitest";

test("orders the levels from the weakest to the strongest", () => {
  expect([...isolationLevels].reverse().sort(compareIsolation)).toEqual(isolationLevels);
  expect(compareIsolation("none", "remote")).toBeLessThan(0);
  expect(compareIsolation("container", "container")).toBe(0);
});

test("meets a minimum that is as strong or weaker", () => {
  for (const [index, level] of isolationLevels.entries()) {
    const met = isolationLevels.filter((minimum) => meetsIsolation(level, minimum));
    expect(met).toEqual(isolationLevels.slice(0, index + 1));
  }
});
