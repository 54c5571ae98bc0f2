import { isSandboxError } from "@x/sandbox";
import { sandboxContract } from "@x/sandbox/testkit";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { importShellImage } from "./engine/import-image.ts";
import { startEngine, type TestEngine } from "./engine/start-engine.ts";
import { contractOptions } from "./fixtures/contract-options.ts";
import { eventually } from "./fixtures/eventually.ts";
import { bytesOf, run, sh, spawn, untilText } from "./fixtures/run.ts";

const shared = inject("engine");

describe.skipIf(shared === undefined)("an engine that fails", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    if (shared === undefined) return;
    engine = await startEngine();
    await importShellImage(engine.socketPath, shared.image);
  }, 120_000);
  afterAll(async () => engine?.stop(), 60_000);

  const make = () =>
    dockerSandbox({
      image: "shell",
      socketPath: engine.socketPath,
      startTimeoutMs: 3000,
      engineTimeoutMs: 3000,
    });
  const backend = () => ({
    stop: () => engine.crash(),
    hang: () => engine.suspend(),
    restore: () => engine.restore(),
    vanish: async ({ id }: { readonly id: string }) => {
      await clientOf(engine.socketPath).getContainer(id).remove({ force: true });
    },
  });
  const nothingIsLeft = async () => {
    const docker = clientOf(engine.socketPath);
    const containers = await docker.listContainers({ all: true });
    // The engine may already be at it: it takes requests late that we gave up while it hung.
    await Promise.allSettled(containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true })));
    return containers.length === 0;
  };
  const cases = sandboxContract(make, { ...contractOptions(() => engine.socketPath, "shell"), backend });
  for (const { name, options, run: check, needs } of cases) {
    if (needs.includes("backend")) test(name, options, check);
  }

  test("reports its crash in the middle of a stream, long before any deadline", async () => {
    const session = await make().open();
    const process = await spawn(session, sh("while :; do echo tick; sleep 0.05; done"));
    await untilText(process.stdout, "tick\n");
    const started = performance.now();
    await engine.crash();
    expect(await process.exit).toEqual({ reason: "backend-lost", exitCode: null });
    expect(performance.now() - started).toBeLessThan(3000);
    await engine.restore();
    await session.close();
  }, 60_000);

  test("goes on in the same session once it was started again", async () => {
    await using session = await make().open();
    await run(session, sh("echo kept > file"));
    await engine.crash();
    await engine.restore();
    expect((await run(session, sh("cat file"))).stdout).toBe("kept\n");
  }, 60_000);

  test("does not wait for ever for a kill that is not taken", async () => {
    const session = await make().open();
    const process = await spawn(session, { command: "cat" });
    engine.suspend();
    await expect(process.kill("SIGKILL")).rejects.toMatchObject({ code: "timeout" });
    expect((await process.exit).reason).toBe("backend-lost");
    await expect(bytesOf(process.stdout)).rejects.toMatchObject({ code: "state_lost" });
    await expect(session.close({ graceMs: 100 })).rejects.toSatisfy(isSandboxError);
    await engine.restore();
    expect(await eventually(nothingIsLeft, 10_000)).toBe(true);
  }, 60_000);

  test("is called unavailable, with a remedy, when it hangs before a session is open", async () => {
    const sandbox = dockerSandbox({ image: "shell", socketPath: engine.socketPath, engineTimeoutMs: 500 });
    engine.suspend();
    const error: unknown = await sandbox.open().catch((reason: unknown) => reason);
    await engine.restore();
    expect(error).toMatchObject({ code: "unavailable", remedy: expect.stringContaining("Restart") });
  }, 60_000);

  test("is called unavailable, with a remedy, for a user who may not use it", async () => {
    process.seteuid?.(65_534);
    const error: unknown = await make()
      .open()
      .catch((reason: unknown) => reason)
      .finally(() => process.seteuid?.(0));
    expect(error).toMatchObject({
      code: "unavailable",
      detail: "EACCES",
      remedy: expect.stringContaining("group"),
    });
  });
});
