import { memorySandbox, sandboxFeatures } from "@x/sandbox";
import { sandboxContract } from "@x/sandbox/testkit";
import { describe, test } from "vitest";
import { localSandbox } from "./fixtures/local-sandbox.ts";
import { reference, referenceOptions } from "./fixtures/reference.ts";

describe("memorySandbox", () => {
  for (const { name, options, run } of sandboxContract(reference, referenceOptions)) test(name, options, run);
});

describe("memorySandbox without an executor", () => {
  const missing = sandboxFeatures.filter((feature) => !["files", "session-files"].includes(feature));
  const make = () => memorySandbox({ executor: "unavailable" });
  for (const { name, options, run } of sandboxContract(make, { missing })) test(name, options, run);
});

describe("the smallest adapter", () => {
  const missing = sandboxFeatures.slice(sandboxFeatures.indexOf("parent-death"));
  for (const { name, options, run } of sandboxContract(localSandbox, { missing })) test(name, options, run);
});
