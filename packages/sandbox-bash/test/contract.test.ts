import { sandboxContract } from "@x/sandbox/testkit";
import { bashSandbox } from "@x/sandbox-bash";
import { describe, test } from "vitest";

describe("bashSandbox", () => {
  for (const { name, options, run } of sandboxContract(() => bashSandbox(), {
    unavailable: () => bashSandbox({ shell: "/no/such/bash" }),
    startMs: 500,
    missing: [
      "spawn",
      "close-stdin",
      "signal-term",
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
