import { setTimeout as delay } from "node:timers/promises";
import type { SandboxError } from "@x/sandbox";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");

describe.skipIf(!hasBwrap)("the life of a machine", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  test("is renewed while the session is open, and ends with it", async () => {
    const session = await sandboxAt(standIn, { lifetimeMs: 1500 }).open({ labels: { team: "blue" } });
    const machine = standIn.machines.get(session.id);
    expect(machine).toMatchObject({ templateID: "base", metadata: { team: "blue", "x-sandbox": "session" } });
    await delay(2500); // longer than its life
    expect(machine?.renewals.length).toBeGreaterThan(1);
    expect(new TextDecoder().decode((await session.exec?.({ command: "echo", args: ["on"] }))?.stdout)).toBe(
      "on\n",
    );
    await session.close();
    expect(standIn.machines.has(session.id)).toBe(false);
  }, 30_000);

  test("tells of a renewal that failed", async () => {
    const errors: SandboxError[] = [];
    await using _session = await sandboxAt(standIn, {
      lifetimeMs: 1500,
      onRenewalError: (error) => errors.push(error),
    }).open();
    standIn.faults.failRenewals = true;
    try {
      await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
    } finally {
      standIn.faults.failRenewals = false;
    }
    expect(errors[0]).toMatchObject({ code: "state_lost", detail: "HTTP 500" });
  }, 30_000);

  test("is ended by sweep() once its owner is dead, and not before", async () => {
    await using own = await sandboxAt(standIn).open();
    const parent = await doomedParent(standIn, 600_000);
    expect(await sandboxAt(standIn).sweep?.()).toEqual({ removed: 0, failed: 0 });
    await parent.kill();
    expect(await sandboxAt(standIn).sweep?.()).toEqual({ removed: 1, failed: 0 });
    expect([...standIn.machines.keys()]).toEqual([own.id]);
  }, 60_000);
});
