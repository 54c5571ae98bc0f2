import { sandboxContract } from "@x/sandbox/testkit";
import { hostSandbox } from "@x/sandbox-host";
import { describe, test } from "vitest";

const make = () => hostSandbox({ allowHostExecution: true });

describe("hostSandbox", () => {
  for (const { name, options, run } of sandboxContract(make, {
    startMs: 500,
    missing: [
      "parent-death",
      "backend",
      "oom-reason",
      "limit-memory",
      "limit-pids",
      "limit-cpu",
      "network-none",
      "private-files",
      "private-processes",
      "no-privileges",
    ],
  }))
    test(name, options, run);
});
