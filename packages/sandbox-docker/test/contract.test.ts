import { sandboxContract } from "@x/sandbox/testkit";
import { dockerSandbox } from "@x/sandbox-docker";
import { describe, inject, test } from "vitest";
import { contractOptions, limits } from "./fixtures/contract-options.ts";

const engine = inject("engine");

describe.skipIf(engine === undefined)("dockerSandbox", () => {
  const socketPath = engine?.socketPath ?? "";
  const image = engine?.image.name ?? "";
  const make = () => dockerSandbox({ image, socketPath, limits });
  const cases = sandboxContract(
    make,
    contractOptions(() => socketPath, image),
  );
  // Those that break their engine have one of their own.
  for (const { name, options, run, needs } of cases) if (!needs.includes("backend")) test(name, options, run);
});
