import { fromAiSdkSandbox, fromSeedSession, type SandboxFeature } from "@x/sandbox";
import { sandboxContract } from "@x/sandbox/testkit";
import { describe, test } from "vitest";
import { aiSdkSession } from "./fixtures/ai-sdk-session.ts";
import { temporaryDirectory } from "./fixtures/shell-process.ts";
import { textSession } from "./fixtures/text-session.ts";

const never: readonly SandboxFeature[] = [
  "session-files",
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
];
const vouched = ["processes", "kill-tree"] as const;

describe("fromSeedSession", () => {
  const make = () => {
    const workdir = temporaryDirectory();
    return fromSeedSession(textSession(workdir), {
      workdir,
      features: [...vouched, "close-stdin", "signal-term"],
    });
  };
  for (const { name, options, run } of sandboxContract(make, {
    missing: [...never, "binary", "exit-signal", "timeout-output"],
  }))
    test(name, options, run);
});

describe("fromAiSdkSandbox with stdin", () => {
  const make = () =>
    fromAiSdkSandbox(aiSdkSession(temporaryDirectory(), "supported"), { features: [...vouched, "binary"] });
  for (const { name, options, run } of sandboxContract(make, {
    missing: [...never, "signal-term", "exit-signal"],
  }))
    test(name, options, run);
});

for (const stdin of ["rejected", "ignored"] as const) {
  describe(`fromAiSdkSandbox with stdin ${stdin}`, () => {
    const make = () =>
      fromAiSdkSandbox(aiSdkSession(temporaryDirectory(), stdin), { features: [...vouched, "binary"] });
    for (const { name, options, run } of sandboxContract(make, {
      missing: [...never, "spawn", "close-stdin", "signal-term", "exit-signal"],
    }))
      test(name, options, run);
  });
}
