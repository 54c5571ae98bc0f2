import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");
const MiB = 1024 * 1024;

describe.skipIf(!hasBwrap)("a program that prints a lot", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  // The SDK keeps all output of a running command; this fails if its private fields are named otherwise one day.
  test("is not remembered once its output was read", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    await using session = await sandboxAt(standIn).open();
    const script = "head -c 100663296 /dev/zero | tr '\\0' x; cat";
    const process = await session.spawn?.({ command: "bash", args: ["-c", script] });
    if (process === undefined) throw new Error("The session cannot spawn.");
    collect();
    const before = globalThis.process.memoryUsage().heapUsed;
    let bytes = 0;
    for await (const chunk of process.stdout) {
      bytes += chunk.length;
      if (bytes >= 96 * MiB) break;
    }
    collect();
    expect(bytes).toBe(96 * MiB);
    expect(globalThis.process.memoryUsage().heapUsed - before).toBeLessThan(32 * MiB);
    await process.kill("SIGKILL");
  }, 60_000);
});
