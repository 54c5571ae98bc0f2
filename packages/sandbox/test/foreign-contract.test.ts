import { fromAiSdkSandbox, fromSeedSession, type Sandbox, type SandboxFeature } from "@x/sandbox";
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
  register(make, [...never, "binary", "exit-signal", "timeout-output"]);
});

describe("fromAiSdkSandbox with stdin", () => {
  const make = () =>
    fromAiSdkSandbox(aiSdkSession(temporaryDirectory(), "supported"), { features: [...vouched, "binary"] });
  register(make, [...never, "signal-term", "exit-signal"]);
});

describe("fromAiSdkSandbox without stdin", () => {
  const make = () =>
    fromAiSdkSandbox(aiSdkSession(temporaryDirectory(), "rejected"), { features: [...vouched, "binary"] });
  register(make, [...never, "spawn", "close-stdin", "signal-term", "exit-signal"]);
});

/** The cases that are skipped say nothing new here: T01 compares the whole list of features. */
function register(make: () => Sandbox, missing: readonly SandboxFeature[]): void {
  for (const { name, options, run } of sandboxContract(make, { missing })) {
    if (!options.skip) test(name, options, run);
  }
}
