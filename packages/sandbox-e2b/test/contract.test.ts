import { sandboxContract } from "@x/sandbox/testkit";
import { e2bSandbox } from "@x/sandbox-e2b";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, test } from "vitest";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, standInKey, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");

describe.skipIf(!hasBwrap)("e2bSandbox, with the service's place taken by a server of the test", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  for (const { name, options, run } of sandboxContract(
    () => sandboxAt(standIn, { startTimeoutMs: 10_000, requestTimeoutMs: 15_000 }),
    {
      missing: [
        "binary",
        "exit-signal",
        "oom-reason",
        "limit-memory",
        "limit-pids",
        "limit-cpu",
        "network-none",
        "private-files",
        "private-processes",
        "no-privileges",
      ],
      startMs: 2000,
      timeoutMs: 60_000,
      parentDeath: () => doomedParent(standIn, 2000),
      unavailable: () => e2bSandbox({ apiKey: standInKey, apiUrl: "http://127.0.0.1:9" }),
      backend: () => ({
        stop: () => standIn.stop(),
        hang: () => {
          standIn.faults.hang = true;
        },
        restore: () => standIn.restore(),
        vanish: ({ id }) => {
          const [machine = "", pid] = id.split(":");
          standIn.envd(machine).kill(Number(pid));
        },
      }),
    },
  )) {
    test(name, options, run);
  }
});
